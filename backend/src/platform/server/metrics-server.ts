import { createServer } from "node:http"
import { collectDefaultMetrics, Registry } from "prom-client"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import { logger } from "@medusajs/framework/logger"
import { causeOf } from "../config/logger"
import { databaseProbes } from "../metrics/database-probes"
import { hostProbes } from "../metrics/host-probes"
import { metrics } from "../metrics/metrics"
import { createProbes } from "../metrics/probes"
import { bitcoinMetrics } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { exemptServer } from "./http-server"

interface MetricsOptions {
  port: number
  host: string
  databaseUrl: string
  mediaDir: string
  backupMarkerFile: string | undefined
  publicUrls: readonly string[]
  /** The outbox's topics, so that each has a value while it is empty. */
  topics: readonly string[]
}

/** A failing statement ends here; the probe's own limit is longer. */
const STATEMENT_TIMEOUT_MS = 2000

/**
 * On a port that no proxy forwards. Two own connections: a busy pool neither hides the metrics nor gets busier. If
 * the port is taken, the shop sells on, and Prometheus reports the process missing.
 */
export function startMetricsServer({ port, host, databaseUrl, topics, ...machine }: MetricsOptions): void {
  collectDefaultMetrics({ register: metrics })
  const registry = Registry.merge([metrics, bitcoinMetrics])
  const database = knex({
    client: "pg",
    connection: {
      connectionString: databaseUrl,
      application_name: "shop-metrics",
      connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS,
    },
    pool: { min: 0, max: 2 },
    acquireConnectionTimeout: STATEMENT_TIMEOUT_MS,
  })
  const refresh = createProbes([...databaseProbes(database, topics), ...hostProbes(machine)], (name, error) =>
    logger.warn(`Metrics: ${name} could not be read: ${causeOf(error)}`),
  )
  const server = createServer((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end()
      return
    }
    void refresh()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
        (error: unknown) => {
          logger.error(`Metrics: ${causeOf(error)}`)
          response.writeHead(500).end()
        },
      )
  })
  exemptServer(server)
  server.on("error", (error) => logger.error(`Metrics are not served: ${error.message}`))
  server.listen(port, host).unref()
}
