import httpProxy, { type FastifyHttpProxyOptions } from "@fastify/http-proxy"
import { PROBLEM_TYPE } from "@shop/contracts"
import type { FastifyInstance } from "fastify"
import type { ServerResponse } from "node:http"

/** The contract's largest body is a contact message of 5,000 characters; ten times that is room enough. */
const MAX_BODY_BYTES = 64 * 1024
/** What the backend serves to the public: its API and the product pictures. */
const PROXIED_PREFIXES = ["/api", "/static"] as const

interface ApiProxyOptions {
  backendUrl: string
  publicUrl: string
}

/**
 * Where orders are followed as server-sent events. Each open page holds a connection for as long as it is looked at,
 * so they have connections of their own, without a limit: the shop's other calls never wait for one.
 */
const STREAM_PREFIX = "/api/orders/:id/events"
/** The backend breathes every 15 s; what is silent for longer than this has lost it. */
const STREAM_SILENCE_MS = 60_000

/** Passes /api and /static on to the backend, which learns who asked and under which address. */
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
  // A stream ends by itself only with its page; a server that stops cannot wait for that.
  app.addHook("preClose", (done) => {
    for (const response of openStreams) response.destroy()
    done()
  })
}

function problem(status: number, code: string, detail: string) {
  return {
    type: "about:blank",
    title: status === 413 ? "Content too large" : "Service unavailable",
    status,
    code,
    detail,
  }
}
