import type { FastifyInstance, FastifyRequest } from "fastify"
import { isIPv6 } from "node:net"
import { refusals } from "./metrics"
import { sendProblem } from "./problem"

/** Handles what a client sends without waiting for answers one by one: until its turn, nothing tells a response that the client has gone. */
export function answerInTurn(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, { raw }, done) => {
    if (raw.socket === null) raw.once("socket", () => done())
    else done()
  })
}

/** 429 while a client has `limit` requests under way, so that slow clients cannot hold everything. 0: no limit. */
export function limitConcurrency(scope: FastifyInstance, limit: number): void {
  if (limit === 0) return
  const underWay = new Map<string, number>()
  scope.addHook("onRequest", (request, reply, done) => {
    const client = clientOf(request.ip)
    const count = underWay.get(client) ?? 0
    if (count >= limit) {
      refusals.inc({ reason: "too_many_at_once" })
      const detail = "Too many requests at once from your connection. Please try again in a moment."
      sendProblem(reply.header("retry-after", "1"), 429, "too_many_requests", detail)
      return
    }
    underWay.set(client, count + 1)
    reply.raw.once("close", () => {
      const left = (underWay.get(client) ?? 1) - 1
      if (left === 0) underWay.delete(client)
      else underWay.set(client, left)
    })
    done()
  })
}

/** An IPv6 customer has a network of at least 2^64 addresses: its first four groups name the client. */
export function clientOf(address: string): string {
  if (!isIPv6(address)) return address
  // An IPv4 client of a server that listens on IPv6.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  const filled = tail === undefined ? groups : [...groups, ...Array.from({ length: 4 }, () => "0")]
  return filled.slice(0, 4).join(":")
}

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
