import rateLimit from "@fastify/rate-limit"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { encodingFor } from "./page-body"
import type { Page, PageAddress } from "./page-source"

/** Longer addresses are nobody's link. */
const MAX_URL_LENGTH = 2000

interface PagesOptions {
  pageFor: (address: PageAddress) => Promise<Page>
  pagesPerMinute: number
}

const NOT_FOUND_PATH = "/%25"

/**
 * The address itself, or one that leads nowhere in place of one with escapes that mean nothing: people get a page, not the
 * framework's own complaint. What is under /api is not for people.
 */
export function readableAddress(url: string): string {
  const [path = "/"] = url.split("?", 1)
  try {
    decodeURI(path)
    return url
  } catch {
    return path.startsWith("/api/") ? url : NOT_FOUND_PATH
  }
}

/** Every GET that is no file and not passed on is a page, if only the one for addresses that lead nowhere. */
export async function registerPages(app: FastifyInstance, { pageFor, pagesPerMinute }: PagesOptions) {
  if (pagesPerMinute > 0)
    await app.register(rateLimit, { global: false, max: pagesPerMinute, timeWindow: "1 minute" })
  const options = pagesPerMinute > 0 ? { config: { rateLimit: { max: pagesPerMinute } } } : {}
  app.get("/*", options, (request, reply) => sendPage(request, reply, pageFor))
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pageFor: PagesOptions["pageFor"],
): Promise<FastifyReply> {
  if (request.url.length > MAX_URL_LENGTH)
    return reply.code(414).type("text/plain").send("That address is too long.")
  const path = normalise(request.url)
  const isPrivate = isForTheSignedIn(path)
  const page = await pageFor({ path, mayBeSignedIn: isPrivate && hasSession(request.headers.cookie) })
  void reply
    .header("cache-control", isPrivate ? "private, no-cache" : "no-cache")
    .header("vary", isPrivate ? "accept-encoding, cookie" : "accept-encoding")
  if (page.location !== null) return reply.redirect(page.location, page.status)
  void reply.header("etag", page.etag)
  if (page.status === 200 && request.headers["if-none-match"] === page.etag) return reply.code(304).send()
  const isReadable = request.url === request.originalUrl
  void reply.code(isReadable ? page.status : 400).type("text/html; charset=utf-8")
  const encoding = encodingFor(request.headers["accept-encoding"])
  if (encoding === null) return reply.send(page.body.text)
  return reply.header("content-encoding", encoding).send(await page.body.in(encoding))
}

/** Paths match in any case, so one page is kept for all of them; what is searched for keeps its own. */
function normalise(url: string): string {
  const [path = "/", search] = url.split("?", 2)
  const lowered =
    path
      .toLowerCase()
      .replace(/\/{2,}/g, "/")
      .replace(/\/+$/, "") || "/"
  return search === undefined ? lowered : `${lowered}?${search}`
}

/** The pages that lead everybody home who is not signed in. */
const FOR_THE_SIGNED_IN = /^\/(?:account|orders)(?:$|\?)/
/** The backend's session cookie, by either of its names: over https it has the prefix that no subdomain can set. */
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?shop_session=/

/** @param path lower-case, everything after the origin */
const isForTheSignedIn = (path: string): boolean => FOR_THE_SIGNED_IN.test(path)

/** Whether the browser has a session to show. Whether it is any good only the backend knows, and says so to the browser. */
const hasSession = (cookies: string | undefined): boolean => SESSION_COOKIE.test(cookies ?? "")
