import { problemSchema } from "@shop/contracts"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { BackendFailure, type CatalogueAnswer, type CatalogueCache } from "./catalogue-cache"
import { isKnownVersion, sendCompressed } from "./compressed-text"
import { limitConcurrency, isSearch, TOO_MANY_SEARCHES, type MaySearch } from "./limits"
import { sendProblem, sendUnavailable } from "./problem"
import type { RepeatedAnswers } from "./repeated-answers"

/** The calls of /api whose answers are the same for everyone. */
const PATHS = [
  "/api/products",
  "/api/products/:slug",
  "/api/categories",
  "/api/categories/:slug",
  "/api/categories/:slug/products",
  "/api/shipping-options",
  "/api/shop",
  "/api/bitcoin/rate",
]

interface CatalogueApiOptions {
  catalogue: CatalogueCache
  repeated: RepeatedAnswers
  requestsPerAddress: number
  maySearch: MaySearch
}

/** Uses the pages' cache. While the backend is away it serves the previous answer, and `Cache-Status` (RFC 9211) says so. */
export async function registerCatalogueApi(
  app: FastifyInstance,
  { requestsPerAddress, ...options }: CatalogueApiOptions,
): Promise<void> {
  await app.register((scope, _options, done) => {
    limitConcurrency(scope, requestsPerAddress)
    for (const path of PATHS) scope.get(path, (request, reply) => answer(request, reply, options))
    done()
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { catalogue, repeated, maySearch }: Omit<CatalogueApiOptions, "requestsPerAddress">,
): Promise<FastifyReply> {
  const path = pathAndQuery(request.url)
  const known = catalogue.fresh(path)
  if (known === undefined && isSearch(path) && !(await maySearch(request)))
    return sendProblem(reply.header("retry-after", "60"), 429, "too_many_searches", TOO_MANY_SEARCHES)
  try {
    const found = known ?? (await catalogue.read(path))
    return await send(request, reply, found, (body) =>
      repeated.remember(request, reply, body, () => catalogue.fresh(path) === found),
    )
  } catch (failure) {
    request.log.error({ err: failure }, "a read of the catalogue failed")
    if (failure instanceof BackendFailure) return send(request, reply, failure.answer)
    return sendUnavailable(reply)
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, isOutdated }: CatalogueAnswer,
  remember?: (body: Buffer) => void,
): Promise<FastifyReply> {
  void reply.headers(headers).header("vary", "accept-encoding")
  if (isOutdated) void reply.header("cache-status", "storefront; hit; fwd=stale; detail=backend-failed")
  if (status >= 400) return reply.code(status).send(withOwnId(body.text, request.id))
  if (isKnownVersion(request.headers["if-none-match"], headers["etag"])) return reply.code(304).send()
  return sendCompressed(request, reply, body, isOutdated ? undefined : remember)
}

/** A request may name a host in its first line (RFC 9112, section 3.2.2): the backend is asked, never that host. */
const pathAndQuery = (url: string): string => url.slice(url.indexOf("/api/"))

/** A cached problem document carries the id of the request that was first; readers get that of their own. */
function withOwnId(text: string, requestId: string): string {
  try {
    return JSON.stringify({ ...problemSchema.parse(JSON.parse(text)), requestId })
  } catch {
    return text
  }
}
