import { createServer, type Server } from "node:http"
import { collectDefaultMetrics } from "prom-client"
import { metrics } from "./metrics"

interface MetricsOptions {
  port: number
  host: string
  onError: (error: unknown) => void
}

/**
 * Serves `/metrics` for Prometheus on a separate port, which no proxy forwards to. If the port is taken, pages are
 * served all the same, and Prometheus reports that the process is missing.
 */
export function startMetricsServer({ port, host, onError }: MetricsOptions): Server {
  collectDefaultMetrics({ register: metrics })
  const server = createServer((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end()
      return
    }
    metrics.metrics().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      (error: unknown) => {
        onError(error)
        response.writeHead(500).end()
      },
    )
  })
  server.on("error", onError)
  // The process ends without waiting for Prometheus.
  return server.listen(port, host).unref()
}
