import { type IncomingHttpHeaders, request as send } from "node:http"
import { text } from "node:stream/consumers"
import { createBrotliDecompress } from "node:zlib"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import * as z from "zod"
import { metrics } from "./metrics"
import { PRODUCT, testShop } from "./testing/test-shop"

const PATH = "/api/products"
const tagged = (value: unknown, etag: string) => Response.json(value, { headers: { etag } })

beforeEach(() => {
  metrics.resetMetrics()
  vi.useFakeTimers({ toFake: ["performance"] })
  // The cache's clock must not be 0.
  vi.advanceTimersByTime(1000)
})
afterEach(() => {
  vi.useRealTimers()
})

/** A shop that listens, because its answers are repeated before the framework. */
async function listeningShop(path = PATH) {
  const shop = await testShop({ answers: { [PATH]: tagged([PRODUCT], 'W/"1"') } })
  const inFramework = vi.fn()
  shop.app.addHook("onRequest", (_request, _reply, done) => {
    inFramework()
    done()
  })
  await shop.app.listen({ host: "127.0.0.1", port: 0 })
  const { port } = z.object({ port: z.number() }).parse(shop.app.server.address())
  const ask = (headers: IncomingHttpHeaders = {}, method = "GET", body?: string) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>(
      (resolve, reject) => {
        send(
          { port, path, method, headers: { "accept-encoding": "br", ...headers }, agent: false },
          (response) => {
            const packed = method !== "HEAD" && response.headers["content-encoding"] === "br"
            const content = packed ? response.pipe(createBrotliDecompress()) : response
            text(content).then(
              (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
              reject,
            )
          },
        )
          .on("error", reject)
          .end(body)
      },
    )
  return { ...shop, ask, inFramework }
}

test.each([
  [
    "an answer of the catalogue",
    PATH,
    (body: string) => {
      expect(JSON.parse(body)).toEqual([PRODUCT])
    },
  ],
  [
    "a page",
    "/product/heather-honey",
    (body: string) => {
      expect(body).toContain("Heather &lt;/script&gt;&lt;b&gt;Honey")
    },
  ],
])("%s is repeated without the framework: the same but for the request's id", async (_what, path, check) => {
  const { ask, inFramework } = await listeningShop(path)
  const first = await ask()
  const second = await ask()
  expect(inFramework).toHaveBeenCalledTimes(1)
  check(second.body)
  expect(second.body).toBe(first.body)
  // One client's count is not told to another.
  expect(Object.keys(second.headers).filter((name) => name.startsWith("x-ratelimit"))).toEqual([])
  const { "x-request-id": firstId, date: _firstDate, ...same } = first.headers
  const { "x-request-id": secondId, date: _secondDate, ...headers } = second.headers
  expect(headers).toEqual(same)
  expect(secondId).toMatch(/^[0-9a-f-]{36}$/)
  expect(secondId).not.toBe(firstId)
})

test("a change by staff ends it within a second", async () => {
  const { ask, fetchFrom } = await listeningShop()
  await ask()
  fetchFrom.mockImplementation(() => Promise.resolve(tagged([], 'W/"2"')))
  vi.advanceTimersByTime(1001)
  expect(await ask()).toMatchObject({ body: "[]", headers: { etag: 'W/"2"' } })
  expect((await ask()).body).toBe("[]")
})

test("a page is rendered anew within a second", async () => {
  const { ask, fetchFrom } = await listeningShop("/product/heather-honey")
  await ask()
  fetchFrom.mockImplementation(() => Promise.resolve(Response.json({ ...PRODUCT, name: "Ling Honey" })))
  vi.advanceTimersByTime(1001)
  expect((await ask()).body).toContain("Ling Honey")
})

test.each([
  ["a page for the signed-in", "/account", 200],
  ["a page that does not exist", "/no/such/page", 404],
  ["an address with invalid escapes", "/%zz", 400],
])("%s is answered by the framework", async (_what, path, status) => {
  const { ask, inFramework } = await listeningShop(path)
  for (let time = 0; time < 2; time += 1)
    expect((await ask({ cookie: "__Host-shop_session=1" })).status).toBe(status)
  expect(inFramework).toHaveBeenCalledTimes(2)
})

test.each([
  ["a client that has the answer", { "if-none-match": 'W/"1"' }, "GET", 304],
  ["another encoding", { "accept-encoding": "gzip;q=0" }, "GET", 200],
  ["HEAD", {}, "HEAD", 200],
])("%s is answered by the framework", async (_case, headers, method, status) => {
  const { ask, inFramework } = await listeningShop()
  await ask()
  expect((await ask(headers, method)).status).toBe(status)
  expect(inFramework).toHaveBeenCalledTimes(2)
})

test("a GET with a body is answered by the framework", async () => {
  const { ask, inFramework } = await listeningShop()
  await ask()
  await ask({ "content-type": "application/json", "content-length": "2" }, "GET", "{}")
  expect(inFramework).toHaveBeenCalledTimes(2)
})

test("an answer that is out of date is not repeated", async () => {
  const { ask, fetchFrom } = await listeningShop()
  await ask()
  fetchFrom.mockRejectedValue(new TypeError("fetch failed"))
  for (let time = 0; time < 2; time += 1) {
    vi.advanceTimersByTime(60_000)
    expect((await ask()).headers["cache-status"]).toContain("backend-failed")
  }
})

test("a repeated answer is counted like any other", async () => {
  const { ask } = await listeningShop()
  for (let time = 0; time < 3; time += 1) await ask()
  const counted = 'shop_http_requests_total{method="GET",route="/api/products",status="2xx"} 3'
  await vi.waitFor(async () => expect(await metrics.metrics()).toContain(counted))
  expect(await metrics.metrics()).toContain('shop_cache_reads_total{cache="catalogue",result="fresh"} 2')
})
