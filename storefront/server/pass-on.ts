import httpProxy from "@fastify/http-proxy"
import { PROBLEM_TYPE } from "@shop/contracts"
import type { FastifyInstance } from "fastify"

/** The contract's largest body is a contact message of 5,000 characters; ten times that is room enough. */
const LARGEST_BODY_BYTES = 64 * 1024
/** What the backend serves to the public: its API and the product pictures. */
const PASSED_ON = ["/api", "/static"] as const

interface PassOnOptions {
  backendUrl: string
  publicUrl: string
}

/** Passes /api and /static on to the backend, which learns who asked and under which address. */
export async function registerPassOn(app: FastifyInstance, { backendUrl, publicUrl }: PassOnOptions) {
  const { protocol, host } = new URL(publicUrl)
  for (const prefix of PASSED_ON) {
    await app.register(httpProxy, {
      upstream: backendUrl,
      prefix,
      rewritePrefix: prefix,
      disableRequestLogging: true,
      undici: { connections: 128, headersTimeout: 30_000, bodyTimeout: 60_000 },
      preHandler: (request, reply, done) => {
        if (Number(request.headers["content-length"] ?? 0) > LARGEST_BODY_BYTES) {
          void reply
            .code(413)
            .type(PROBLEM_TYPE)
            .send(problem(413, "body_too_large", "That is more than we can take at once."))
          return
        }
        done()
      },
      replyOptions: {
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
              problem(
                503,
                "unavailable",
                "The shop cannot be reached just now. Please try again in a moment.",
              ),
            )
        },
      },
    })
  }
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
