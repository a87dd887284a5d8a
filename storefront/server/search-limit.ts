import type { FastifyInstance, FastifyRequest } from "fastify"
import { refusals } from "./metrics"

/** Whether a client may search once more now. Counts the search. */
export type MaySearch = (request: FastifyRequest) => Promise<boolean>

/** Whether an address of a page or of the API is a search: each different one is work for the backend. */
export function isSearch(address: string): boolean {
  const [, query] = address.split("?", 2)
  return [...new URLSearchParams(query)].some(([name, value]) => name.startsWith("search") && value !== "")
}

/** Counts the searches of each client that are not in the cache. @param perMinute 0 for no limit */
export function limitSearches(app: FastifyInstance, perMinute: number): MaySearch {
  if (perMinute === 0) return () => Promise.resolve(true)
  const count = app.createRateLimit({ max: perMinute, timeWindow: "1 minute" })
  return async (request) => {
    const limit = await count(request)
    if (limit.isAllowed || !limit.isExceeded) return true
    refusals.inc({ reason: "too_many_searches" })
    return false
  }
}

export const TOO_MANY_SEARCHES = "Too many searches from your connection. Please wait a moment."
