import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { httpDuration, httpRequests } from "../metrics/metrics"
import { exemptServer, instrumentHttpServer, rejectionOf } from "./http-server"
import { currentRequestId } from "./request-context"

let server: Server
let url: string
const seen: IncomingMessage[] = []
let handle: (request: IncomingMessage, response: ServerResponse) => unknown
beforeEach(() => {
  handle = (_request, response) => response.end()
})

beforeAll(async () => {
  instrumentHttpServer({ isBuilt: true, publicUrl: "https://admin.shop.test" })
  server = createServer((request, response) => {
    seen.push(request)
    void handle(request, response)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url + path, { headers })
  return { headers: response.headers, request: seen.at(-1) }
}

describe("the HTTP server instrumentation", () => {
  it("cuts off slow senders, and outlives a proxy's idle connections", async () => {
    await ask("/")
    expect(server.headersTimeout).toBe(15_000)
    expect(server.requestTimeout).toBe(60_000)
    expect(server.keepAliveTimeout).toBeGreaterThan(60_000)
  })

  it("gives every request an id, for the answer and for the logs", async () => {
    const { headers, request } = await ask("/api/products")
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
    expect(request?.headers["x-request-id"]).toBe(headers.get("x-request-id"))
  })

  it("hides the name of the server that a library adds", async () => {
    handle = (_request, response) => response.setHeader("X-Powered-By", "Express").end()
    expect((await ask("/app/orders")).headers.get("x-powered-by")).toBeNull()
  })

  it("lets nothing of data run, and is https for good once it is", async () => {
    for (const path of ["/api/products", "/static/drawing.svg", "/apple"]) {
      const { headers } = await ask(path)
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'none';sandbox",
      )
      expect(headers.get("strict-transport-security")).toContain("max-age=31536000")
    }
  })

  it("lets the admin run its own scripts, and no others", async () => {
    for (const path of ["/app", "/app/orders", "/app?x=1"]) {
      const policy = (await ask(path)).headers.get("content-security-policy")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
    }
  })

  it("begins the admin in British English, and leaves the language that staff have chosen", async () => {
    const cookiesFor = async (path: string, cookie = "a=1") => {
      const set = (await ask(path, { cookie })).headers.getSetCookie()
      expect(set.filter((one) => !one.endsWith("; Path=/; SameSite=Lax; Max-Age=31536000"))).toEqual([])
      return set.map((one) => one.slice(0, one.indexOf(";")))
    }
    expect(await cookiesFor("/app/login")).toEqual(["lng_given=1", "lng=enGB"])
    expect(await cookiesFor("/app", "mylng=1; nolng_given=1")).toEqual(["lng_given=1", "lng=enGB"])
    expect(await cookiesFor("/app/login", "a=1; lng=de")).toEqual(["lng_given=1"])
    // After the browser was closed, the choice is only in the admin's storage.
    expect(await cookiesFor("/app", "a=1; lng_given=1")).toEqual([])
    expect(await cookiesFor("/api/products")).toEqual([])
  })

  it("has the id wherever the request's work continues", async () => {
    const ids: [unknown, unknown][] = []
    handle = async (request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      ids.push([request.headers["x-request-id"], currentRequestId()])
      response.end()
    }
    await Promise.all(Array.from({ length: 8 }, () => ask("/api/products")))
    expect(new Set(ids.map(([id]) => id)).size).toBe(8)
    for (const [given, current] of ids) expect(current).toBe(given)
    expect(currentRequestId()).toBeUndefined()
  })

  it("counts answers by the route's pattern, and by area what has none", async () => {
    httpRequests.reset()
    httpDuration.reset()
    handle = (request, response) => {
      if (request.url?.startsWith("/api/orders/"))
        Object.assign(request, { route: { path: "/api/orders/:id" } })
      response.statusCode = request.url === "/nothing" ? 404 : 200
      if (request.url?.endsWith("/events"))
        response.setHeader("content-type", "text/event-stream; charset=utf-8")
      response.end()
    }
    for (const path of ["/api/orders/1", "/api/orders/2", "/api/orders/3/events", "/admin/x?y=1", "/nothing"])
      await ask(path)
    const counted = await httpRequests.get()
    expect(counted.values.map(({ labels, value }) => [labels.route, labels.status, value])).toEqual([
      ["/api/orders/:id", "2xx", 3],
      ["/admin/*", "2xx", 1],
      ["other", "4xx", 1],
    ])
    const counts = (await httpDuration.get()).values.filter(({ metricName }) =>
      metricName?.endsWith("_count"),
    )
    expect(counts.map(({ value }) => value)).toEqual([2, 1, 1])
  })

  it("leaves an exempt server alone", async () => {
    const other = createServer((_request, response) => response.end()).listen(0, "127.0.0.1")
    exemptServer(other)
    await once(other, "listening")
    const address = other.address()
    const port = typeof address === "object" ? address?.port : ""
    expect((await fetch(`http://127.0.0.1:${port}/`)).headers.get("x-request-id")).toBeNull()
    other.closeAllConnections()
    other.close()
  })

  it("sends a hostile address where nothing parses it, and remembers why", async () => {
    const { request } = await ask("/store/products?a[100000000]=1")
    expect(request?.url).toBe("/api")
    expect(request && rejectionOf(request)?.status).toBe(400)
  })

  it("leaves an ordinary address alone", async () => {
    const { request } = await ask("/api/products?search=honey")
    expect(request?.url).toBe("/api/products?search=honey")
    expect(request && rejectionOf(request)).toBeUndefined()
  })
})
