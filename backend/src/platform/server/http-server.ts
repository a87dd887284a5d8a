import { randomUUID } from "node:crypto"
import { subscribe } from "node:diagnostics_channel"
import { IncomingMessage, Server, ServerResponse } from "node:http"
import { z } from "@medusajs/framework/zod"
import type { Problem } from "../http/problem"
import { measureRequest } from "../metrics/http-requests"
import { setAdminLanguage } from "./admin-language"
import { drainBeforeClosing, isDraining } from "./drain"
import { enterRequest } from "./request-context"
import { rejectedRequest } from "./rejected-request"
import { securityHeaders, type Served } from "./security-headers"

const REQUEST_ID = "x-request-id"
/** The form of request ids that our proxies send; anything else could forge log lines. */
const REQUEST_ID_FORM = /^[A-Za-z0-9-]{8,64}$/

const requestStart = z.object({
  request: z.instanceof(IncomingMessage),
  response: z.instanceof(ServerResponse),
  server: z.instanceof(Server),
})

const exempt = new WeakSet<Server>()

/** Leaves the requests of this server alone: it is none of the shop's. */
export function exemptServer(server: Server): void {
  exempt.add(server)
}

const rejections = new WeakMap<IncomingMessage, Problem>()

/** Why this request was rejected as malformed, or undefined. The first middleware of /api answers with it. */
export function rejectionOf(request: IncomingMessage): Problem | undefined {
  return rejections.get(request)
}

/**
 * Through Node's channel: Medusa creates its server itself, and parses queries and serves the admin before our middleware.
 * @param hasOthers the proxy has another server for the requests of one that stops
 */
export function instrumentHttpServer(served: Served, hasOthers = false): void {
  const setHeaders = securityHeaders(served)
  subscribe("http.server.request.start", (message) => {
    const start = requestStart.safeParse(message)
    if (!start.success) return
    const { request, response, server } = start.data
    if (exempt.has(server)) return
    limitTimes(server)
    if (hasOthers) drainBeforeClosing(server)
    if (isDraining()) response.shouldKeepAlive = false
    setHeaders(request, response)
    setAdminLanguage(request, response)
    const given = request.headers[REQUEST_ID]
    const id = typeof given === "string" && REQUEST_ID_FORM.test(given) ? given : randomUUID()
    request.headers[REQUEST_ID] = id
    response.setHeader(REQUEST_ID, id)
    enterRequest(id)
    measureRequest(request, response)
    hideServerName(response)
    const rejection = rejectedRequest(request)
    if (rejection === null) return
    rejections.set(request, rejection)
    // Express reaches the first middleware of /api with any method, and Node answers an expectation itself.
    request.url = "/api"
    request.method = "GET"
    delete request.headers.expect
  })
}

/** Express names itself before any of our middleware runs. */
function hideServerName(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response)
  response.setHeader = (name, value) =>
    name.toLowerCase() === "x-powered-by" ? response : setHeader(name, value)
}

/** Milliseconds. Slow clients are disconnected; idle connections last longer than those of a proxy in front. */
const TIMES = { headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 } as const
const limited = new WeakSet<Server>()

function limitTimes(server: Server): void {
  if (limited.has(server)) return
  limited.add(server)
  Object.assign(server, TIMES)
}
