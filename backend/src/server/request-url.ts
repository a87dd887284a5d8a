import { Problem } from "../api/problem"

/** Longer than any address of the shop with a full search in it; every distinct one is remembered by the framework. */
const LONGEST_URL = 2048
/** `?a[100000000]=x` makes the framework's query parser build a list that long: seconds of standing still. */
const HUGE_INDEX = /(?:\[|%5B)\s*\d{4,}/i

/**
 * Why a request's address is not even to be read, or null. It is asked before the framework parses anything.
 * @param url path and query as they came
 */
export function refusedUrl(url: string): Problem | null {
  if (url.length > LONGEST_URL) {
    return new Problem(414, "address_too_long", "That address is too long. Please use the shop's own links.")
  }
  const query = url.indexOf("?")
  if (query >= 0 && HUGE_INDEX.test(url.slice(query))) {
    return new Problem(400, "bad_query", "That address asks for something the shop does not understand.")
  }
  return null
}
