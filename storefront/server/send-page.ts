import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { normalPath } from "../src/lib/links"
import { refusals } from "./metrics"
import { isKnownVersion, sendCompressed } from "./compressed-text"
import type { PageSource } from "./page-source"
import type { RepeatedAnswers } from "./repeated-answers"
import { isSearch, TOO_MANY_SEARCHES, type MaySearch } from "./limits"
import { allowInline } from "./security"

const MAX_URL_LENGTH = 2000

interface PagesOptions {
  pages: PageSource
  repeated: RepeatedAnswers
  /** Of one address; 0 for no limit. A page that is sent again a moment later is not counted: it costs next to nothing. */
  pagesPerMinute: number
  maySearch: MaySearch
}

const NOT_FOUND_PATH = "/%25"
const UNCOUNTED = { "x-ratelimit-limit": false, "x-ratelimit-remaining": false, "x-ratelimit-reset": false }

/** An address with invalid escapes becomes one that does not exist: readers get a page, not the framework's error. */
export function readableAddress(url: string): string {
  const [path = "/"] = url.split("?", 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.startsWith("/api/") ? url : NOT_FOUND_PATH
  }
}

export function registerPages(app: FastifyInstance, { pagesPerMinute, ...options }: PagesOptions): void {
  const rateLimit = {
    max: pagesPerMinute,
    timeWindow: "1 minute",
    // One client's count must not be repeated to others.
    addHeadersOnExceeding: UNCOUNTED,
    onExceeded: () => refusals.inc({ reason: "too_many_pages" }),
  }
  const limit = pagesPerMinute > 0 ? { config: { rateLimit } } : {}
  app.get("/*", limit, (request, reply) => sendPage(request, reply, options))
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { pages, repeated, maySearch }: Omit<PagesOptions, "pagesPerMinute">,
): Promise<FastifyReply> {
  if (request.url.length > MAX_URL_LENGTH)
    return reply.code(414).type("text/plain").send("That address is too long.")
  const path = normalise(request.url)
  const isPrivate = isForTheSignedIn(path)
  const address = { path, mayBeSignedIn: isPrivate && hasSession(request.headers.cookie) }
  if (isSearch(path) && pages.fresh(address) === undefined && !(await maySearch(request)))
    return reply.code(429).header("retry-after", "60").type("text/plain").send(TOO_MANY_SEARCHES)
  const page = await pages.read(address)
  void reply
    .header("cache-control", isPrivate ? "private, no-cache" : "no-cache")
    .header("vary", isPrivate ? "accept-encoding, cookie" : "accept-encoding")
  if (page.location !== null) return reply.redirect(page.location, page.status)
  void reply.header("etag", page.etag)
  // Also with a 304: the browser applies its headers to the page that it has.
  if (page.hashes !== null) allowInline(reply, page.hashes)
  if (page.status === 200 && isKnownVersion(request.headers["if-none-match"], page.etag))
    return reply.code(304).send()
  const isReadable = request.url === request.originalUrl
  void reply.code(isReadable ? page.status : 400).type("text/html; charset=utf-8")
  const mayRepeat = isReadable && !isPrivate && page.status === 200
  return sendCompressed(request, reply, page.body, (bytes) => {
    if (mayRepeat) repeated.remember(request, reply, bytes, () => pages.fresh(address) === page)
  })
}

/** Paths ignore case, so all spellings share one cached page. Search parameters keep theirs. */
function normalise(url: string): string {
  const [path = "/"] = url.split("?", 1)
  return (normalPath(path) || "/") + url.slice(path.length)
}

const FOR_THE_SIGNED_IN = /^\/(?:account|orders)(?:$|\?)/
/** The backend's session cookie. Over https it has the `__Host-` prefix, which no subdomain can set. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?shop_session=/

const isForTheSignedIn = (path: string): boolean => FOR_THE_SIGNED_IN.test(path)

/** Whether the browser sent a session cookie. Only the backend knows whether it is valid. */
const hasSession = (cookies: string | undefined): boolean => SESSION_COOKIE.test(cookies ?? "")
