import { Problem } from "../api/problem"

/** Longer than any address of the shop with a full search in it; every distinct one is remembered by the framework. */
const LONGEST_URL = 2048
/** `?a[100000000]=x` makes the framework's query parser build a list that long: seconds of standing still. */
const HUGE_INDEX = /\[\s*\d{4,}/

/**
 * Why a request's address is not even to be read, or null. It is asked before the framework parses anything.
 * @param url path and query as they came
 */
export function refusedUrl(url: string): Problem | null {
  if (url.length > LONGEST_URL) {
    return new Problem(414, "address_too_long", "That address is too long. Please use the shop's own links.")
  }
  const query = url.indexOf("?")
  if (query >= 0 && keysOf(url.slice(query + 1)).some((key) => HUGE_INDEX.test(key))) {
    return new Problem(400, "bad_query", "That address asks for something the shop does not understand.")
  }
  return null
}

/** The names in a query, cut where the parser (`qs`) cuts them: at `]=` if there is one, else at `=`. */
function keysOf(query: string): string[] {
  const plain = query.replace(/%5B/gi, "[").replace(/%5D/gi, "]")
  return plain.split("&").map((part) => {
    const bracket = part.indexOf("]=")
    const end = bracket === -1 ? part.indexOf("=") : bracket + 1
    return end === -1 ? part : part.slice(0, end)
  })
}
