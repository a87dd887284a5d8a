import { PROBLEM_TYPE } from "@shop/contracts"
import { request as send } from "node:http"
import { brotliDecompressSync } from "node:zlib"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import * as z from "zod"
import { CATEGORY, PRODUCT, testShop } from "./testing/test-shop"

const RATE = {
  currency: "GBP",
  rate: "40000",
  source: "fixed",
  asOf: "2026-01-05T12:00:00.000Z",
  least: "0.12",
}
const withTag = (value: unknown, etag: string) =>
  Response.json(value, {
    headers: { etag, "cache-control": "public, no-cache", "x-total-count": "1", "x-internal": "1" },
  })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] })
  // The cache's clock must not be 0.
  vi.advanceTimersByTime(1000)
})
afterEach(() => {
  vi.useRealTimers()
})

test("readers of one list share one request to the backend, also with the pages", async () => {
  const { app, fetchFrom } = await testShop()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => app.inject("/api/products?category=honey&limit=32")),
  )
  for (const answer of answers) expect(answer.json()).toEqual([PRODUCT])
  await app.inject("/category/honey")
  const asked = fetchFrom.mock.calls.map(([input]) =>
    input instanceof Request ? input.url : new URL(input).href,
  )
  expect(asked.filter((url) => url.includes("/api/products?"))).toHaveLength(1)
})

test("each query has its own answer", async () => {
  const { app } = await testShop({
    answers: { "/api/products?search=honey": [PRODUCT], "/api/products?search=tea": [] },
  })
  expect((await app.inject("/api/products?search=honey")).json()).toEqual([PRODUCT])
  expect((await app.inject("/api/products?search=tea")).json()).toEqual([])
  expect((await app.inject("/api/categories/honey")).json()).toEqual(CATEGORY)
})

test("an answer has the headers of the contract, and none else of the backend", async () => {
  const { app } = await testShop({ answers: { "/api/products": withTag([PRODUCT], 'W/"1"') } })
  const { headers } = await app.inject("/api/products")
  expect(headers).toMatchObject({
    etag: 'W/"1"',
    "cache-control": "public, no-cache",
    "x-total-count": "1",
    vary: "accept-encoding",
  })
  expect(headers["content-type"]).toContain("application/json")
  expect(headers).not.toHaveProperty("x-internal")
  expect(headers).not.toHaveProperty("cache-status")
})

test("the correction of a search reaches the client with its empty list", async () => {
  const empty = Response.json([], { headers: { "x-search-correction": "a%C3%A7a%C3%AD" } })
  const { app } = await testShop({ answers: { "/api/products?search=acay": empty } })
  const { headers, body } = await app.inject("/api/products?search=acay")
  expect([headers["x-search-correction"], body]).toEqual(["a%C3%A7a%C3%AD", "[]"])
})

test("an answer is compressed as the client accepts it", async () => {
  const { app } = await testShop()
  const path = "/api/products"
  const packed = await app.inject({ path, headers: { "accept-encoding": "br" } })
  expect(packed.headers["content-encoding"]).toBe("br")
  expect(JSON.parse(brotliDecompressSync(packed.rawPayload).toString())).toEqual([PRODUCT])
  expect((await app.inject(path)).headers).not.toHaveProperty("content-encoding")
})

test("a client that has the answer gets 304, whatever its encoding", async () => {
  const { app } = await testShop({ answers: { "/api/products": withTag([PRODUCT], 'W/"1"') } })
  const ask = (tag: string) => app.inject({ path: "/api/products", headers: { "if-none-match": tag } })
  for (const tag of ['W/"1"', '"1"', '"0", W/"1"', "*"]) expect((await ask(tag)).statusCode).toBe(304)
  expect((await ask('"2"')).statusCode).toBe(200)
})

test("HEAD has the headers and no body", async () => {
  const { app } = await testShop({ answers: { "/api/products": withTag([PRODUCT], 'W/"1"') } })
  const { headers, body, statusCode } = await app.inject({ method: "HEAD", path: "/api/products" })
  expect([statusCode, headers["x-total-count"], body]).toEqual([200, "1", ""])
})

test("a change by staff appears within a second", async () => {
  const answers: Record<string, unknown> = {}
  const { app, fetchFrom } = await testShop({ answers })
  expect((await app.inject("/api/products")).json()).toEqual([PRODUCT])
  fetchFrom.mockResolvedValue(Response.json([]))
  vi.advanceTimersByTime(1001)
  expect((await app.inject("/api/products")).json()).toEqual([])
})

test("while the backend is away, the previous answer is served and says so; without one, a problem", async () => {
  const { app, fetchFrom } = await testShop()
  await app.inject("/api/products")
  fetchFrom.mockRejectedValue(new TypeError("fetch failed"))
  vi.advanceTimersByTime(60_000)
  const answer = await app.inject("/api/products")
  expect([answer.statusCode, answer.json()]).toEqual([200, [PRODUCT]])
  expect(answer.headers["cache-status"]).toBe("storefront; hit; fwd=stale; detail=backend-failed")
  const unknown = await app.inject("/api/categories")
  expect(unknown.statusCode).toBe(503)
  expect(unknown.headers["content-type"]).toContain(PROBLEM_TYPE)
  expect(unknown.json()).toMatchObject({ code: "unavailable", requestId: unknown.headers["x-request-id"] })
})

test("an old price of bitcoin is never served: the backend's reason is", async () => {
  const problem = {
    type: "about:blank",
    title: "Service unavailable",
    status: 503,
    code: "no_rate",
    detail: "No.",
  }
  const { app, fetchFrom } = await testShop()
  expect((await app.inject("/api/bitcoin/rate")).json()).toEqual(RATE)
  fetchFrom.mockImplementation(() =>
    Promise.resolve(Response.json(problem, { status: 503, headers: { "content-type": PROBLEM_TYPE } })),
  )
  vi.advanceTimersByTime(60_000)
  const answer = await app.inject("/api/bitcoin/rate")
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, "no_rate"])
})

test("a problem carries the id of the reader's own request", async () => {
  const problem = { type: "about:blank", title: "Not found", status: 404, code: "not_found", detail: "No." }
  const { app } = await testShop({
    answers: { "/api/products/x": Response.json({ ...problem, requestId: "first" }, { status: 404 }) },
  })
  const answer = await app.inject("/api/products/x")
  expect(answer.statusCode).toBe(404)
  expect(answer.json<{ requestId: string }>().requestId).toBe(answer.headers["x-request-id"])
})

test("a request line with another host reads from the backend all the same", async () => {
  const { app, fetchFrom } = await testShop()
  const { port } = z
    .object({ port: z.number() })
    .parse((await app.listen({ host: "127.0.0.1", port: 0 }), app.server.address()))
  await new Promise((done) => {
    send({ port, path: "http://elsewhere.example/api/products", agent: false }, (response) =>
      response.resume().on("end", done),
    ).end()
  })
  const hosts = fetchFrom.mock.calls.map(
    ([input]) => new URL(input instanceof Request ? input.url : input).host,
  )
  expect(hosts.length).toBeGreaterThan(0)
  expect(hosts.join()).not.toContain("elsewhere")
})

test("one client has a limit of searches that were not made just before, in lists and on pages together", async () => {
  const { app } = await testShop({
    settings: { STOREFRONT_SEARCHES_PER_MINUTE: "4" },
    answers: Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`/api/products?search=miss${String(n)}&limit=32`, []]),
    ),
  })
  const ask = (path: string, remoteAddress = "192.0.2.1") => app.inject({ path, remoteAddress })
  const list = (n: number) => `/api/products?search=miss${String(n)}&limit=32`
  for (const n of [0, 1]) expect((await ask(list(n))).statusCode).toBe(200)
  for (const n of [2, 3]) expect((await ask(`/products?search=miss${String(n)}`)).statusCode).toBe(200)
  const refused = await ask(list(4))
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ status: 429, code: "too_many_searches" })
  for (const path of ["/products?search=miss5", "/api/products?limit=32&se%61rch=miss5"])
    expect((await ask(path)).statusCode, path).toBe(429)
  // Not the searches that are known, nor other reads, nor other clients.
  for (const path of [list(1), list(3), "/api/products?category=honey&limit=32", "/products"])
    expect((await ask(path)).statusCode, path).toBe(200)
  expect((await ask(list(6), "192.0.2.2")).statusCode).toBe(200)
})
