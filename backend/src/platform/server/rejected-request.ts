import type { IncomingMessage } from "node:http"
import { Problem } from "../http/problem"

/** Medusa caches every requested path. No real path is longer. */
const MAX_PATH = 512
/** Long enough for any search. The admin sends long lists of ids. */
const MAX_URL = 2048
const MAX_ADMIN_URL = 16_384
/** `?a[100000000]=x` makes the query parser build a list of that length, which blocks the process for seconds. */
const HUGE_INDEX = /\[\d{4,}\]/

/** Express matches `/API/orders`, but Medusa's body parser and our rules compare letters; our addresses are lower case. */
const MISSPELLED_ROOT = /^\/[^/?]*[A-Z]/

/** Every method of a route, and those with which browsers and proxies ask about one. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

export function rejectedRequest({ method = "", headers, url = "/" }: IncomingMessage): Problem | null {
  if (!METHODS.has(method)) return new Problem(405, "wrong_method", "The shop takes no such request.")
  const { expect } = headers
  if (expect !== undefined && expect.toLowerCase() !== "100-continue")
    return new Problem(417, "unknown_expectation", "The shop cannot do what that request expects.")
  return rejectedUrl(url)
}

/** Before Medusa parses it; `url` is path and query as received. */
export function rejectedUrl(url: string): Problem | null {
  const [path = "", ...rest] = url.split("?")
  const max = url.startsWith("/admin/") ? MAX_ADMIN_URL : MAX_URL
  if (path.length > MAX_PATH || url.length > max) {
    return new Problem(414, "address_too_long", "That address is too long. Please use the shop's own links.")
  }
  // Postgres stores no NUL, so no id has one.
  if (MISSPELLED_ROOT.test(path) || path.includes("%00"))
    return new Problem(404, "unknown_path", "There is nothing at this address.")
  if (keysOf(rest.join("?")).some((key) => HUGE_INDEX.test(key))) {
    return new Problem(400, "bad_query", "That address asks for something the shop does not understand.")
  }
  return null
}

/** The names in a query, split and decoded like the parser (`qs`): at `]=` if present, else at `=`. */
function keysOf(query: string): string[] {
  const plain = query.replace(/%5B/gi, "[").replace(/%5D/gi, "]")
  return plain.split("&").map((part) => {
    const bracket = part.indexOf("]=")
    const end = bracket === -1 ? part.indexOf("=") : bracket + 1
    return decoded(end === -1 ? part : part.slice(0, end))
  })
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    // The parser keeps an invalid encoding unchanged.
    return key
  }
}
