import { Problem } from "../http/problem"

/** The framework remembers every path it was ever asked for: no real one is longer. */
const LONGEST_PATH = 512
/** Room for any search of a shopper's; the admin asks for things by long lists of ids. */
const LONGEST_URL = 2048
const LONGEST_ADMIN_URL = 16_384
/** `?a[100000000]=x` makes the framework's query parser build a list that long: seconds of standing still. */
const HUGE_INDEX = /\[\d{4,}\]/

/**
 * Why a request's address is not even to be read, or null. It is asked before the framework parses anything.
 * @param url path and query as they came
 */
export function refusedUrl(url: string): Problem | null {
  const [path = "", ...rest] = url.split("?")
  const longest = url.startsWith("/admin/") ? LONGEST_ADMIN_URL : LONGEST_URL
  if (path.length > LONGEST_PATH || url.length > longest) {
    return new Problem(414, "address_too_long", "That address is too long. Please use the shop's own links.")
  }
  if (keysOf(rest.join("?")).some((key) => HUGE_INDEX.test(key))) {
    return new Problem(400, "bad_query", "That address asks for something the shop does not understand.")
  }
  return null
}

/** The names in a query, cut and decoded as the parser (`qs`) does: at `]=` if there is one, else at `=`. */
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
    // The parser leaves what it cannot decode as it is.
    return key
  }
}
