import { PROBLEM_TYPE, problemSchema } from "@shop/contracts"
import { PassThrough } from "node:stream"
import { beforeEach, expect, test } from "vitest"
import * as z from "zod"
import { readableLine } from "./logging"
import { metrics, startMetricsServer } from "./metrics"
import { PRODUCT, testShop } from "./testing/test-shop"

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const lineSchema = z.object({ msg: z.string(), requestId: z.string().optional() })

beforeEach(() => metrics.resetMetrics())

/** The values by series, written as exported. */
async function series(): Promise<Map<string, number>> {
  const lines = (await metrics.metrics()).split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  return new Map(
    lines.map((line) => [
      line.slice(0, line.lastIndexOf(" ")),
      Number(line.slice(line.lastIndexOf(" ") + 1)),
    ]),
  )
}

test("every request has a new id: in its answer, in the log, and in what the backend is asked", async () => {
  const logStream = new PassThrough()
  const { app, fetchFrom } = await testShop({ isBackendAway: true, logStream })
  const response = await app.inject({ path: "/products", headers: { "x-request-id": "made-up-outside-1" } })
  const id = response.headers["x-request-id"]
  expect(id).toMatch(ID)
  const asked = fetchFrom.mock.calls.map(([, init]) => new Headers(init?.headers).get("x-request-id"))
  expect(new Set(asked)).toEqual(new Set([id]))
  const lines = String(logStream.read())
    .trim()
    .split("\n")
    .map((line) => lineSchema.parse(JSON.parse(line)))
  expect(lines.length).toBeGreaterThan(0)
  expect(new Set(lines.map(({ requestId }) => requestId))).toEqual(new Set([id]))
  expect((await app.inject("/products")).headers["x-request-id"]).not.toBe(id)
})

test("requests at the same time keep their own ids, also behind a body", async () => {
  const { app } = await testShop()
  const payload = { message: "x".repeat(70_000) }
  const responses = await Promise.all(
    Array.from({ length: 5 }, () => app.inject({ method: "POST", path: "/api/contact", payload })),
  )
  for (const { headers, body } of responses) {
    expect(headers["content-type"]).toContain(PROBLEM_TYPE)
    expect(z.parse(problemSchema, JSON.parse(body)).requestId).toBe(headers["x-request-id"])
  }
  expect(new Set(responses.map(({ headers }) => headers["x-request-id"])).size).toBe(5)
})

test("a log line holds no query, where an order's key may be, and one id", async () => {
  const logStream = new PassThrough()
  const { app } = await testShop({ isBackendAway: true, logStream })
  await app.inject("/products?key=s3cret")
  const log = String(logStream.read())
  expect(log).toContain("rendered a page without")
  expect(log).not.toContain("s3cret")
  for (const line of log.trim().split("\n")) expect(line.match(/"requestId"/g)).toHaveLength(1)
})

test("in development a log line is one for people", () => {
  const line = {
    level: 50,
    time: 0,
    msg: "a request failed",
    requestId: "0b6c",
    err: { stack: "Error: no\n  at x" },
  }
  expect(readableLine(JSON.stringify(line))).toBe(
    "00:00:00 error a request failed (0b6c)\nError: no\n  at x\n",
  )
})

test("requests are counted by route, never by path, and the files of the build as one", async () => {
  const { app } = await testShop({ answers: { "/api/products?search=honey&limit=32": [PRODUCT] } })
  const url = await app.listen({ host: "127.0.0.1", port: 0 })
  const read = (path: string) => fetch(url + path, { headers: { connection: "close" } })
  for (let page = 0; page < 20; page++) await read(`/scanned/${page}`)
  await read("/products?search=honey")
  await read("/robots.txt")
  await expect
    .poll(async () =>
      (await series()).get(`shop_http_requests_total{method="GET",route="files",status="2xx"}`),
    )
    .toBe(1)
  const counted = await series()
  expect(counted.get(`shop_http_requests_total{method="GET",route="/*",status="2xx"}`)).toBe(1)
  expect(counted.get(`shop_http_requests_total{method="GET",route="/*",status="4xx"}`)).toBe(20)
  expect([...counted.keys()].join("\n")).not.toMatch(/scanned|honey/)
})

test("refusals and reads of the caches are counted by their kind", async () => {
  const { app } = await testShop()
  await app.inject({ method: "POST", path: "/api/contact", payload: { message: "x".repeat(70_000) } })
  await app.inject("/api/%zz")
  await app.inject("/about")
  await app.inject("/about")
  const counted = await series()
  expect(counted.get(`shop_refused_requests_total{reason="body_too_large"}`)).toBe(1)
  expect(counted.get(`shop_refused_requests_total{reason="malformed"}`)).toBe(1)
  expect(counted.get(`shop_cache_reads_total{cache="pages",result="loaded"}`)).toBe(1)
  expect(counted.get(`shop_cache_reads_total{cache="pages",result="fresh"}`)).toBe(1)
})

test("/metrics is a missing page of the shop, and served on its own port", async () => {
  const { app } = await testShop()
  const page = await app.inject("/metrics")
  expect(page.statusCode).toBe(404)
  expect(page.body).not.toContain("shop_http_requests_total")
  const server = startMetricsServer({ port: 0, host: "127.0.0.1", onError: () => undefined })
  await expect.poll(() => server.address()).not.toBeNull()
  const address = z.object({ port: z.number() }).parse(server.address())
  const read = (path: string) => fetch(`http://127.0.0.1:${address.port}${path}`)
  expect(await (await read("/metrics")).text()).toContain("nodejs_eventloop_lag_p99_seconds")
  expect((await read("/")).status).toBe(404)
  server.closeAllConnections()
  server.close()
})
