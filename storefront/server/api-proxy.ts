import httpProxy, { type FastifyHttpProxyOptions } from "@fastify/http-proxy"
import { PROBLEM_TYPE } from "@shop/contracts"
import type { FastifyInstance } from "fastify"
import type { ServerResponse } from "node:http"
import { problem } from "./problem"

/** Ten times the contract's largest body, a contact message of 5,000 characters. */
const MAX_BODY_BYTES = 64 * 1024
/** The backend's public paths: its API and the uploaded pictures. */
const PROXIED_PREFIXES = ["/api", "/static"] as const

interface ApiProxyOptions {
  backendUrl: string
  publicUrl: string
}

/**
 * The server-sent events of an order. Each open page holds a connection, so streams have an unlimited pool of their
 * own and never block other calls.
 */
const STREAM_PREFIX = "/api/orders/:id/events"
/** The backend sends a heartbeat every 15 s. A stream that is silent for longer than this is dead. */
const STREAM_SILENCE_MS = 60_000

/** Proxies /api and /static to the backend, with the client's address and the public origin in the headers. */
export async function registerApiProxy(app: FastifyInstance, { backendUrl, publicUrl }: ApiProxyOptions) {
  const { protocol, host } = new URL(publicUrl)
  const replyOptions: FastifyHttpProxyOptions["replyOptions"] = {
    rewriteRequestHeaders: (request, headers) => ({
      ...headers,
      "x-forwarded-for": request.ip,
      "x-forwarded-proto": protocol.replace(":", ""),
      "x-forwarded-host": host,
      "x-request-id": request.id,
    }),
    onError: (reply, { error }) => {
      app.log.error({ err: error }, "the backend could not be reached")
      void reply
        .code(503)
        .type(PROBLEM_TYPE)
        .send(
          problem(503, "unavailable", "The shop cannot be reached just now. Please try again in a moment."),
        )
    },
  }
  for (const prefix of PROXIED_PREFIXES) {
    await app.register(httpProxy, {
      upstream: backendUrl,
      prefix,
      rewritePrefix: prefix,
      disableRequestLogging: true,
      undici: { connections: 128, headersTimeout: 30_000, bodyTimeout: 60_000 },
      preHandler: (request, reply, done) => {
        if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) {
          void reply
            .code(413)
            .type(PROBLEM_TYPE)
            .send(problem(413, "body_too_large", "That is more than we can take at once."))
          return
        }
        done()
      },
      replyOptions,
    })
  }

  const openStreams = new Set<ServerResponse>()
  await app.register(httpProxy, {
    upstream: backendUrl,
    prefix: STREAM_PREFIX,
    rewritePrefix: STREAM_PREFIX,
    routes: ["/"],
    httpMethods: ["GET"],
    disableRequestLogging: true,
    undici: { connections: null, headersTimeout: 30_000, bodyTimeout: STREAM_SILENCE_MS },
    preHandler: (_request, { raw }, done) => {
      openStreams.add(raw)
      raw.once("close", () => openStreams.delete(raw))
      done()
    },
    replyOptions,
  })
  // A stream ends only with its page, and a stopping server cannot wait for that.
  app.addHook("preClose", (done) => {
    for (const response of openStreams) response.destroy()
    done()
  })
}
