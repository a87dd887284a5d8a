import Fastify, { type FastifyInstance } from "fastify"
import { createServer, type Server, type ServerResponse } from "node:http"
import { afterEach, expect, test, vi } from "vitest"
import compress from "@fastify/compress"
import { registerApiProxy } from "./api-proxy"

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

async function listening(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  stops.push(
    () =>
      new Promise((done) => {
        server.close(done)
        server.closeAllConnections()
      }),
  )
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("a server listens on a port")
  return `http://127.0.0.1:${address.port}`
}

/** A backend whose streams the test writes to, before a storefront with all that may hold an answer back. */
async function testShop() {
  const streams: ServerResponse[] = []
  const backendUrl = await listening(
    createServer((request, response) => {
      if (!request.url?.endsWith("/events")) {
        response.setHeader("content-type", "application/json").end(JSON.stringify({ path: request.url }))
        return
      }
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
      response.write(`event: order\ndata: ${request.url}\n\n`)
      streams.push(response)
    }),
  )
  const app: FastifyInstance = Fastify({ requestTimeout: 1000, forceCloseConnections: "idle" })
  await app.register(compress)
  await registerApiProxy(app, { backendUrl, publicUrl: "http://localhost:8000" })
  const url = await app.listen({ host: "127.0.0.1", port: 0 })
  stops.push(() => app.close())
  return { app, url, streams }
}

async function openStream(url: string, id = "order_1") {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/orders/${id}/events`, {
    signal: abort.signal,
    headers: { accept: "text/event-stream", "accept-encoding": "br, gzip" },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error("a stream has a body")
  return { response, next: async () => (await reader.read()).value, leave: () => abort.abort() }
}

test("each event is passed on at once, uncompressed, beyond the request timeout", async () => {
  const { url, streams } = await testShop()
  const { response, next } = await openStream(url)
  expect(response.headers.get("content-type")).toContain("text/event-stream")
  expect(response.headers.get("content-encoding")).toBeNull()
  expect(await next()).toBe("event: order\ndata: /api/orders/order_1/events\n\n")
  await new Promise((later) => setTimeout(later, 1500))
  streams[0]?.write(": still here\n\n")
  expect(await next()).toBe(": still here\n\n")
})

test("closing the page ends the backend's stream", async () => {
  const { url, streams } = await testShop()
  const { next, leave } = await openStream(url)
  await next()
  const ended = vi.fn()
  streams[0]?.once("close", ended)
  leave()
  await vi.waitFor(() => expect(ended).toHaveBeenCalled())
})

test("three hundred open streams do not block other calls", async () => {
  const { url, streams } = await testShop()
  const pages = await Promise.all(
    Array.from({ length: 300 }, (_, index) => openStream(url, `order_${index}`)),
  )
  await vi.waitFor(() => expect(streams).toHaveLength(300))
  const response = await fetch(`${url}/api/orders/order_1`, { signal: AbortSignal.timeout(2000) })
  expect(await response.json()).toEqual({ path: "/api/orders/order_1" })
  for (const page of pages) page.leave()
})

test("a stopping server does not wait for open streams", async () => {
  const { app, url } = await testShop()
  const { next } = await openStream(url)
  await next()
  const began = Date.now()
  await app.close()
  expect(Date.now() - began).toBeLessThan(2000)
})
