import brand from "@brand/brand.json"
import type { ServerResponse } from "node:http"
import { dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { render } from "../src/app/entry-server"
import { createApp } from "./app"
import { readAssets } from "./assets"
import { brandStatusSchema, parseEnvironment } from "./environment"
import { startMetricsServer } from "./metrics"

const CLIENT_FOLDER = join(dirname(fileURLToPath(import.meta.url)), "..", "client")
const STOP_WITHIN_MS = 10_000
/** A proxy that keeps connections would lose a request that it sends on one just as it closes. So long, each answer ends its connection. */
const DRAIN_MS = 2000

try {
  const environment = parseEnvironment(process.env, brandStatusSchema.parse(brand.status))
  const app = await createApp({
    environment,
    render,
    assetsOf: await readAssets(CLIENT_FOLDER),
    clientFolder: CLIENT_FOLDER,
  })
  const { STOREFRONT_METRICS_PORT: metricsPort, STOREFRONT_METRICS_HOST: metricsHost } = environment
  if (metricsPort !== undefined)
    startMetricsServer({
      port: metricsPort,
      host: metricsHost,
      onError: (error) => app.log.error({ err: error }, "metrics are not served"),
    })
  let isStopping = false
  app.server.prependListener("request", (_request, response: ServerResponse) => {
    if (isStopping) response.shouldKeepAlive = false
  })
  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    isStopping = true
    if (environment.STOREFRONT_TRUSTED_PROXIES !== undefined) await sleep(DRAIN_MS)
    await app.close()
    process.exit(0)
  }
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void stop())
  await app.listen({ host: environment.STOREFRONT_HOST, port: environment.STOREFRONT_PORT })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
