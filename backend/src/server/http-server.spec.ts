import { once } from "node:events"
import { createServer, type IncomingMessage, type Server } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { instrumentHttpServer, rejectionOf } from "./http-server"

let server: Server
let url: string
const seen: IncomingMessage[] = []

beforeAll(async () => {
  instrumentHttpServer({ isBuilt: true, publicUrl: "https://admin.shop.test" })
  server = createServer((request, response) => {
    seen.push(request)
    response.end()
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
