import Fastify, { type FastifyInstance } from "fastify"
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
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

/** A backend whose streams the test controls, behind the proxy with everything that could buffer or end a response. */
async function testShop({ requestTimeout = 60_000, requestsPerAddress = 0, streamsPerAddress = 0 } = {}) {
  const streams: ServerResponse[] = []
  const received: { method: string; headers: IncomingHttpHeaders; body: string }[] = []
  let connections = 0
  const backendUrl = await listening(
    createServer((request, response) => {
      if (!request.url?.endsWith("/events")) {
        void text(request).then((body) => {
          received.push({ method: request.method ?? "", headers: request.headers, body })
          response
            .setHeader("content-type", "application/json")
            .setHeader("x-powered-by", "Express")
            .end(JSON.stringify({ path: request.url }))
        })
        return
      }
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" })
      response.write(`event: order\ndata: ${request.url}\n\n`)
      streams.push(response)
    }).on("connection", () => {
      connections += 1
    }),
  )
  const app: FastifyInstance = Fastify({
    requestTimeout,
    http: { connectionsCheckingInterval: 50 },
    forceCloseConnections: "idle",
  })
  await app.register(compress, { globalDecompression: false })
  await registerApiProxy(app, {
    backendUrl,
    publicUrl: "http://localhost:8000",
    requestsPerAddress,
    streamsPerAddress,
  })
  const url = await app.listen({ host: "127.0.0.1", port: 0 })
  stops.push(async () => {
    const closed = app.close()
    // fetch may have opened a spare connection, which no stopping server would end.
    app.server.closeAllConnections()
    await closed
  })
  return { app, url, streams, received, connections: () => connections }
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

/** Resolves when the server has ended a request that began now and was never sent to its end. */
async function requestTimedOut(url: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1")
  socket.write("GET /api/products HTTP/1.1\r\n")
  expect(await text(socket)).toContain("408 Request Timeout")
}

test("each event is passed on at once, uncompressed, beyond the request timeout", async () => {
  const { url, streams } = await testShop({ requestTimeout: 500 })
  const { response, next } = await openStream(url)
  expect(response.headers.get("content-type")).toContain("text/event-stream")
  expect(response.headers.get("content-encoding")).toBeNull()
  expect(await next()).toBe("event: order\ndata: /api/orders/order_1/events\n\n")
  await requestTimedOut(url)
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
  await expect.poll(() => ended).toHaveBeenCalled()
})

test("three hundred open streams do not block other calls", async () => {
  const { url, streams } = await testShop()
  const pages = await Promise.all(
    Array.from({ length: 300 }, (_, index) => openStream(url, `order_${index}`)),
  )
  await expect.poll(() => streams.length).toBe(300)
  const response = await fetch(`${url}/api/orders/order_1`)
  expect(await response.json()).toEqual({ path: "/api/orders/order_1" })
  for (const page of pages) page.leave()
})

test("a stopping server does not wait for open streams", async () => {
  const { app, url } = await testShop()
  const { next } = await openStream(url)
  await next()
  await app.close()
  await expect(next()).rejects.toThrow()
})

/** Sends a raw request. `answer` resolves with everything that comes until the server closes the connection. */
function send(url: string, head: string[], body = "") {
  const socket = connect(Number(new URL(url).port), "127.0.0.1")
  socket.on("error", () => undefined)
  socket.write(`${["POST /api/contact HTTP/1.1", "host: shop", ...head].join("\r\n")}\r\n\r\n${body}`)
  stops.push(() => Promise.resolve(socket.destroy()))
  return { answer: () => text(socket) }
}

const post = (url: string, body: string) =>
  fetch(`${url}/api/contact`, { method: "POST", body, headers: { "content-type": "application/json" } })

test("senders that never finish hold no connection to the backend, and others are answered at once", async () => {
  const { url, received, connections } = await testShop()
  for (let count = 0; count < 300; count += 1)
    send(url, ["content-type: application/json", "content-length: 1000"], "{")
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(url, '{"name":"Ada"}')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(received).toHaveLength(20)
  expect(connections()).toBeLessThanOrEqual(20)
})

test("a body is passed on byte by byte as it was sent", async () => {
  const { url, received } = await testShop()
  const body = '{ "b": 1.0,\n "a": "Zoë" }'
  expect((await post(url, body)).status).toBe(200)
  expect(received[0]?.body).toBe(body)
  expect(received[0]?.headers["content-type"]).toBe("application/json")
})

test("a compressed body is passed on as it is, for the backend to reject", async () => {
  const { url, received } = await testShop()
  const body = gzipSync("{}")
  await fetch(`${url}/api/contact`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", "content-encoding": "gzip" },
  })
  expect(received[0]?.headers).toMatchObject({
    "content-encoding": "gzip",
    "content-length": String(body.length),
  })
})

test.each([
  ["with its length", ["content-length: 70000"], "x".repeat(70_000)],
  ["in chunks", ["transfer-encoding: chunked"], `11170\r\n${"x".repeat(70_000)}\r\n0\r\n\r\n`],
])("a body above 64 KB is rejected without reaching the backend, sent %s", async (_, head, body) => {
  const { url, received } = await testShop()
  const { answer } = send(url, ["content-type: application/json", "connection: close", ...head], body)
  expect(await answer()).toMatch(
    /^HTTP\/1\.1 413 .*content-type: application\/problem\+json.*body_too_large/is,
  )
  expect(received).toEqual([])
})

test("a notification of the card processor is passed on up to 512 KB, as the backend takes it", async () => {
  const { url, received } = await testShop()
  const notify = (length: number) =>
    fetch(`${url}/api/webhooks/stripe`, {
      method: "POST",
      body: "x".repeat(length),
      headers: { "content-type": "application/json" },
    })
  expect((await notify(500_000)).status).toBe(200)
  expect(received[0]?.body).toHaveLength(500_000)
  expect((await notify(530_000)).status).toBe(413)
  expect(received).toHaveLength(1)
})

test("headers between two hops are not passed on, and no answer tells what the backend runs", async () => {
  const { url, received } = await testShop()
  const head = ["content-length: 2", "content-type: application/json", "connection: close", "te: trailers"]
  const answer = await send(url, head, "{}").answer()
  expect(answer).toMatch(/connection: close/i)
  expect(answer).not.toMatch(/keep-alive|x-powered-by/i)
  expect(received[0]?.headers).not.toHaveProperty("te")
})

test("one client has a bounded number of requests under way, and another is not affected", async () => {
  const { url, app } = await testShop({ requestsPerAddress: 10 })
  for (let count = 0; count < 10; count += 1)
    send(url, ["content-type: application/json", "content-length: 1000"], "{")
  await expect.poll(async () => (await post(url, "{}")).status).toBe(429)
  const rejected = await post(url, "{}")
  expect(await rejected.json()).toMatchObject({ status: 429, code: "too_many_requests" })
  expect(rejected.headers.get("retry-after")).toBe("1")
  const other = await app.inject({
    method: "POST",
    url: "/api/contact",
    remoteAddress: "192.0.2.7",
    headers: { "content-type": "application/json" },
    payload: "{}",
  })
  expect(other.statusCode).toBe(200)
})

test("one client has a bounded number of event streams", async () => {
  const { url } = await testShop({ streamsPerAddress: 2 })
  const [first, second] = [await openStream(url), await openStream(url)]
  await Promise.all([first.next(), second.next()])
  const rejected = await openStream(url)
  expect(rejected.response.status).toBe(429)
  expect(await rejected.next()).toContain("too_many_requests")
  first.leave()
  await expect
    .poll(async () => {
      const { response, next } = await openStream(url)
      await next()
      return response.status
    })
    .toBe(200)
})

test("HEAD of an event stream is answered at once", async () => {
  const { app } = await testShop()
  const answer = await app.inject({ method: "HEAD", url: "/api/orders/order_1/events" })
  expect([answer.statusCode, answer.headers["allow"]]).toEqual([405, "GET"])
})
