import replyFrom from "@fastify/reply-from"
import { MAX_NOTIFICATION_BYTES } from "@shop/contracts"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { IncomingHttpHeaders } from "node:http"
import { limitConcurrency } from "./limits"
import { refusals, upstreamConnections, upstreamFailures, upstreamRequests } from "./metrics"
import { sendProblem, sendUnavailable, statusOf } from "./problem"

/** Ten times the contract's largest body, a contact message of 5,000 characters. */
const MAX_BODY_BYTES = 64 * 1024
/** Notifications of the card processor, which are larger. */
const NOTIFICATIONS_PATH = "/api/webhooks/*"
const STREAM_PATH = "/api/orders/:id/events"
/** The backend sends a heartbeat every 15 s. A stream that is silent for longer than this is dead. */
const STREAM_SILENCE_MS = 60_000
const HEADERS_TIMEOUT_MS = 30_000
/** Between two hops only (RFC 9110, section 7.6.1). The last one reveals what we run. */
const NOT_PASSED_ON = ["connection", "keep-alive", "proxy-connection", "te", "upgrade", "x-powered-by"]

interface ApiProxyOptions {
  backendUrl: string
  publicUrl: string
  requestsPerAddress: number
  streamsPerAddress: number
}

interface Group {
  name: "reads" | "writes" | "streams"
  methods: ("GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE")[]
  paths: string[]
  /** Connections to the backend; null: one for each request. */
  connections: number | null
  bodyTimeoutMs: number
  perAddress: number
}

/**
 * A body is read to its end before a connection to the backend is taken, so slow senders hold none. Reads, writes and streams
 * have separate connections and cannot block each other.
 */
export async function registerApiProxy(app: FastifyInstance, options: ApiProxyOptions): Promise<void> {
  const groups: Group[] = [
    {
      name: "reads",
      methods: ["GET", "HEAD", "OPTIONS"],
      paths: ["/api", "/api/*", "/static/*"],
      connections: 96,
      bodyTimeoutMs: 60_000,
      perAddress: options.requestsPerAddress,
    },
    {
      name: "writes",
      methods: ["POST", "PUT", "PATCH", "DELETE"],
      paths: ["/api", "/api/*", NOTIFICATIONS_PATH],
      connections: 64,
      bodyTimeoutMs: 60_000,
      perAddress: options.requestsPerAddress,
    },
    {
      name: "streams",
      methods: ["GET"],
      paths: [STREAM_PATH],
      connections: null,
      bodyTimeoutMs: STREAM_SILENCE_MS,
      perAddress: options.streamsPerAddress,
    },
  ]
  for (const group of groups) await app.register((scope) => proxyGroup(scope, group, options))
}

async function proxyGroup(
  scope: FastifyInstance,
  { name: group, methods, paths, connections, bodyTimeoutMs, perAddress }: Group,
  { backendUrl, publicUrl }: ApiProxyOptions,
): Promise<void> {
  const { protocol, host } = new URL(publicUrl)
  if (connections !== null) upstreamConnections.set({ group }, connections)
  await scope.register(replyFrom, {
    base: backendUrl,
    disableRequestLogging: true,
    // A retry belongs to the client, which knows whether it wants one.
    retryMethods: [],
    undici: { connections, headersTimeout: HEADERS_TIMEOUT_MS, bodyTimeout: bodyTimeoutMs },
  })
  // Bytes as they come: the backend parses. Fastify counts them, also without a content-length.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: MAX_BODY_BYTES },
    (_request: FastifyRequest, body: Buffer, done: (error: Error | null, body?: Buffer) => void) =>
      done(null, body),
  )
  scope.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  limitConcurrency(scope, perAddress)

  if (paths.includes(STREAM_PATH)) registerStreams(scope)

  for (const url of paths) {
    scope.route({
      method: methods,
      url,
      exposeHeadRoute: false,
      ...(url === NOTIFICATIONS_PATH && { bodyLimit: MAX_NOTIFICATION_BYTES }),
      handler: (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : undefined
        upstreamRequests.inc({ group })
        reply.raw.once("close", () => upstreamRequests.dec({ group }))
        return reply.from(request.raw.url, {
          ...(body && { body, contentType: request.headers["content-type"] ?? "application/octet-stream" }),
          rewriteRequestHeaders: (_request, headers) => ({
            ...without(headers, NOT_PASSED_ON),
            "x-forwarded-for": request.ip,
            "x-forwarded-proto": protocol.replace(":", ""),
            "x-forwarded-host": host,
            "x-request-id": request.id,
          }),
          rewriteHeaders: (headers) => without(headers, NOT_PASSED_ON),
          onResponse: (_request, reply, { stream }) => {
            // The client left before the backend answered: nothing else would end this stream.
            if (reply.raw.destroyed) stream.destroy()
            else void reply.send(stream)
          },
          onError: (_reply, { error }) => {
            upstreamFailures.inc({ group })
            request.log.error({ err: error }, "the backend could not be reached")
            sendUnavailable(reply)
          },
        })
      },
    })
  }
}

/** A stream ends only with its page, and a stopping server cannot wait for that. HEAD would never be answered. */
function registerStreams(scope: FastifyInstance): void {
  const open = new Set<FastifyReply["raw"]>()
  scope.addHook("onRequest", (_request, { raw }, done) => {
    open.add(raw)
    raw.once("close", () => open.delete(raw))
    done()
  })
  scope.addHook("preClose", (done) => {
    for (const response of open) response.destroy()
    done()
  })
  scope.head(STREAM_PATH, (_request, reply) => {
    void reply.code(405).header("allow", "GET").send()
  })
}

function without(headers: object, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)))
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = statusOf(error)
  if (status === 413) {
    refusals.inc({ reason: "body_too_large" })
    return sendProblem(reply, 413, "body_too_large", "That is more than we can take at once.")
  }
  if (status < 500) {
    refusals.inc({ reason: "malformed" })
    return sendProblem(reply, 400, "malformed", "That request cannot be read.")
  }
  request.log.error({ err: error }, "a request to the backend failed")
  return sendUnavailable(reply)
}
