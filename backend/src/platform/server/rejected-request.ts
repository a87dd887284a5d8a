import type { IncomingMessage } from "node:http"
import { Problem } from "../http/problem"
import { rejectedUrl } from "./request-url"

/** Every method of a route, and those with which browsers and proxies ask about one. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])

export function rejectedRequest({ method = "", headers, url = "/" }: IncomingMessage): Problem | null {
  if (!METHODS.has(method)) return new Problem(405, "wrong_method", "The shop takes no such request.")
  const { expect } = headers
  if (expect !== undefined && expect.toLowerCase() !== "100-continue")
    return new Problem(417, "unknown_expectation", "The shop cannot do what that request expects.")
  return rejectedUrl(url)
}
