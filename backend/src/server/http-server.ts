import { randomUUID } from "node:crypto"
import { subscribe } from "node:diagnostics_channel"
import { IncomingMessage, Server, ServerResponse } from "node:http"
import { z } from "@medusajs/framework/zod"
import type { Problem } from "../http/problem"
import { refusedUrl } from "./request-url"
import { securityHeaders, type Served } from "./security-headers"

const REQUEST_ID = "x-request-id"
/** What a proxy of ours may hand down; anything else could forge lines in the log. */
const REQUEST_ID_FORM = /^[A-Za-z0-9-]{8,64}$/

/** The parts of Node's message on `http.server.request.start`. */
const requestStart = z.object({
  request: z.instanceof(IncomingMessage),
  response: z.instanceof(ServerResponse),
  server: z.instanceof(Server),
})

const refusals = new WeakMap<IncomingMessage, Problem>()

/** Why this request was rejected as malformed, or undefined. The first middleware of /api answers with it. */
export function rejectionOf(request: IncomingMessage): Problem | undefined {
  return refusals.get(request)
}

/**
 * Watches every request before the framework sees it, through Node's own `http.server.request.start` channel: the
 * framework makes its server, parses queries and bodies and serves the admin before any middleware of ours.
 */
export function instrumentHttpServer(served: Served): void {
  const setHeaders = securityHeaders(served)
  subscribe("http.server.request.start", (message) => {
    const start = requestStart.safeParse(message)
    if (!start.success) return
    const { request, response, server } = start.data
    limitTimes(server)
    setHeaders(request, response)
    const given = request.headers[REQUEST_ID]
    const id = typeof given === "string" && REQUEST_ID_FORM.test(given) ? given : randomUUID()
    request.headers[REQUEST_ID] = id
    response.setHeader(REQUEST_ID, id)
    const refusal = refusedUrl(request.url ?? "/")
    if (refusal === null) return
    refusals.set(request, refusal)
    request.url = "/api"
  })
}

/** Milliseconds: slow senders are cut off, and idle connections outlive a proxy's so that it never writes into a closed one. */
const TIMES = { headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 } as const
const limited = new WeakSet<Server>()

function limitTimes(server: Server): void {
  if (limited.has(server)) return
  limited.add(server)
  Object.assign(server, TIMES)
}
