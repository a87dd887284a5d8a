import type { IncomingMessage, ServerResponse } from "node:http"
import { performance } from "node:perf_hooks"
import { z } from "@medusajs/framework/zod"
import { httpDuration, httpRequests } from "./metrics"

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
const AREAS = ["/api", "/admin", "/app", "/auth", "/hooks", "/static", "/store"]

const routed = z.object({ route: z.object({ path: z.string() }) })

export function measureRequest(request: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now()
  const path = request.url ?? "/"
  response.once("close", () => {
    const labels = {
      method: METHODS.has(request.method ?? "") ? (request.method ?? "") : "other",
      route: routeOf(request, path),
    }
    httpRequests.inc({ ...labels, status: statusOf(response) })
    // An event stream is open for as long as its page.
    if (String(response.getHeader("content-type")).startsWith("text/event-stream")) return
    httpDuration.observe(labels, (performance.now() - startedAt) / 1000)
  })
}

/** The route's pattern, like `/api/orders/:id`. Never the path itself: anyone can ask for any number of paths. */
function routeOf(request: IncomingMessage, path: string): string {
  const found = routed.safeParse(request)
  if (found.success) return found.data.route.path
  const area = AREAS.find(
    (root) => path === root || path.startsWith(`${root}/`) || path.startsWith(`${root}?`),
  )
  return area === undefined ? "other" : `${area}/*`
}

function statusOf(response: ServerResponse): string {
  return response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : "aborted"
}
