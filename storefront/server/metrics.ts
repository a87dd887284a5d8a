import type { FastifyInstance, FastifyRequest } from "fastify"
import { createServer, type Server } from "node:http"
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client"

/** The metrics of this process. docs/operating.md says what to do when one is wrong. */
export const metrics = new Registry()
const registers = [metrics]

const httpRequests = new Counter({
  name: "shop_http_requests_total",
  help: "Requests answered, by route pattern. Status is its class, like 5xx; aborted: the client left before.",
  labelNames: ["method", "route", "status"],
  registers,
})
const httpDuration = new Histogram({
  name: "shop_http_request_duration_seconds",
  help: "Time from a request's headers to the end of its answer, by route pattern. Without event streams.",
  labelNames: ["method", "route"],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
})

export const refusals = new Counter({
  name: "shop_refused_requests_total",
  help: "Requests that the storefront refused itself: too large, malformed, too slow, or too many of one client.",
  labelNames: ["reason"],
  registers,
})

export const cacheReads = new Counter({
  name: "shop_cache_reads_total",
  help: "Reads of the caches: fresh, stale (while a new value is loaded), loaded, and outdated (loading failed).",
  labelNames: ["cache", "result"],
  registers,
})

export const upstreamRequests = new Gauge({
  name: "shop_upstream_requests",
  help: "Requests to the backend under way, by group.",
  labelNames: ["group"],
  registers,
})
export const upstreamConnections = new Gauge({
  name: "shop_upstream_connections_limit",
  help: "Connections to the backend that a group may use; further requests wait. Event streams have no limit.",
  labelNames: ["group"],
  registers,
})
export const upstreamFailures = new Counter({
  name: "shop_upstream_failures_total",
  help: "Requests that the backend did not answer, by group.",
  labelNames: ["group"],
  registers,
})

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

/** Counts every request when its answer has ended, and every connection that is refused before it becomes a request. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.once("close", () => {
      const labels = {
        method: METHODS.has(request.method) ? request.method : "other",
        route: routeOf(request),
      }
      const status = reply.raw.writableFinished ? `${Math.floor(reply.raw.statusCode / 100)}xx` : "aborted"
      httpRequests.inc({ ...labels, status })
      // An event stream is open for as long as its page.
      if (String(reply.raw.getHeader("content-type")).startsWith("text/event-stream")) return
      httpDuration.observe(labels, reply.elapsedTime / 1000)
    })
    done()
  })
  app.server.on("clientError", ({ code }: NodeJS.ErrnoException) => {
    const reason = CLIENT_ERRORS[code ?? ""]
    if (reason !== undefined) refusals.inc({ reason })
  })
}

/** Node's codes. Connections that clients close are no refusals. */
const CLIENT_ERRORS: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: "too_slow",
  HPE_HEADER_OVERFLOW: "headers_too_large",
  HPE_INVALID_METHOD: "malformed",
  HPE_INVALID_URL: "malformed",
  HPE_INVALID_HEADER_TOKEN: "malformed",
  HPE_INVALID_CONSTANT: "malformed",
}

/** Counts successful GETs of a route that are answered without the framework, each with its duration in seconds. */
export function counterOf(route: string): (seconds: number) => void {
  const requests = httpRequests.labels({ method: "GET", route, status: "2xx" })
  const duration = httpDuration.labels({ method: "GET", route })
  return (seconds) => {
    requests.inc()
    duration.observe(seconds)
  }
}

/** The route's pattern. Each built file is a separate route, and a proxy must not become one label for each path. */
function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined) return "other"
  return /\.\w+$/.test(url) ? "files" : url
}

interface MetricsOptions {
  port: number
  host: string
  onError: (error: unknown) => void
}

/** On a separate port, which no proxy forwards to. If it is taken, pages are served all the same. */
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
