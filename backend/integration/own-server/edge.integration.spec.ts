import { request } from "node:http"
import { connect } from "node:net"
import { text } from "node:stream/consumers"
import { PROBLEM_TYPE, problemSchema } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { call, refused, send } from "../harness/call"
import { eventually } from "../harness/eventually"
import { makeProduct } from "../harness/fixtures"
import { whileHeld } from "../harness/hold-writes"
import { metricsOnFreePort } from "../harness/metrics"
import { startOwnBackend } from "../harness/own-backend"
import { STAFF } from "../harness/settings"
import { signInStaff } from "../harness/staff"
import { staffCalls } from "../harness/staff-account"

const SHOP = "http://localhost:8000"
const WRITES = 24
const ORDER_READS = 10

let backend: Awaited<ReturnType<typeof startOwnBackend>>
let metrics: Awaited<ReturnType<typeof metricsOnFreePort>>
beforeAll(async () => {
  metrics = await metricsOnFreePort()
  const settings = {
    STORE_API: "closed",
    WRITES_PER_MINUTE: String(WRITES),
    ORDER_READS_PER_MINUTE: String(ORDER_READS),
    ...metrics.settings,
  }
  backend = await startOwnBackend("edge", settings)
})
afterAll(async () => {
  await backend.stop()
})

let visitors = 0
/** A write as the storefront's server forwards it, each from a new IP address unless one is given. */
const write = (path: string, body: unknown, headers: Record<string, string> = {}) => ({
  path,
  call: {
    method: "POST" as const,
    body,
    backendUrl: backend.url,
    headers: { "x-forwarded-for": `198.51.100.${String(++visitors % 250)}`, ...headers },
  },
})
const refusedWrite = (status: number, ...options: Parameters<typeof write>) => {
  const { path, call } = write(...options)
  return refused(status, path, call)
}
const message = {
  name: "Ann Lee",
  email: "ann@x.test",
  subject: "Raw?",
  message: "Is the honey raw?",
  consent: true,
}

describe("a body", () => {
  it("that is malformed", async () => {
    expect((await refusedWrite(400, "/api/contact", '{"name":')).code).toBe("malformed_json")
  })
  it("that is JSON but not an object", async () => {
    await refusedWrite(400, "/api/contact", "[1,2]")
    await refusedWrite(400, "/api/contact", '"honey"')
  })
  it("that is missing", async () => {
    const { path, call } = write("/api/contact", undefined)
    expect((await refused(400, path, call)).code).toBe("invalid")
  })
  it("that is larger than 32 KB", async () => {
    const problem = await refusedWrite(413, "/api/contact", { ...message, message: "a".repeat(40_000) })
    expect(problem.code).toBe("too_large")
  })
  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "that comes as %s",
    async (type) => {
      expect((await refusedWrite(415, "/api/contact", "a=b", { "content-type": type })).code).toBe("not_json")
    },
  )
  it("that is compressed", async () => {
    await refusedWrite(415, "/api/contact", message, { "content-encoding": "gzip" })
  })
  it("with an unknown key", async () => {
    const problem = await refusedWrite(400, "/api/contact", { ...message, role: "admin" })
    expect(problem.errors?.[0]?.field).toBe("role")
  })
  it("with a key that would pollute the prototype", async () => {
    await refusedWrite(400, "/api/contact", '{"__proto__":{"consent":true},"name":"Ann Lee"}')
  })
})

describe("an address", () => {
  it.each(["/api", "/api/", "/api/nothing", "/api/products/a/b/c/d/e/f", "/api/%00"])(
    "that does not exist is JSON all the same: %s",
    async (path) => {
      expect((await refused(404, path, { backendUrl: backend.url })).code).toBe("unknown_path")
    },
  )
  it.each(["/API/orders", "/Api/contact", "/ADMIN/orders", "/STORE/carts"])(
    "in other letters than ours does not exist: %s",
    async (path) => {
      expect((await refused(404, path, { backendUrl: backend.url })).code).toBe("unknown_path")
      expect((await refusedWrite(404, path, "{}")).code).toBe("unknown_path")
    },
  )
  it("that cannot be decoded", async () => {
    await refused(400, "/api/products/%E0%A4%A", { backendUrl: backend.url })
  })
  it("requested with a method it does not accept lists the methods it accepts", async () => {
    const response = await send("/api/contact", { method: "DELETE", backendUrl: backend.url })
    expect(response.status).toBe(405)
    expect(response.headers.get("allow")).toBe("POST, OPTIONS")
    expect((await send("/api/health", { method: "HEAD", backendUrl: backend.url })).status).toBe(200)
  })
  it("longer than any of the shop's", async () => {
    await refused(414, `/api/products?search=${"a".repeat(3000)}`, { backendUrl: backend.url })
  })
  it("whose query would block the process is refused before it is parsed", async () => {
    for (const path of ["/api/products", "/store/products", "/admin/products"]) {
      const problem = await refused(400, `${path}?a[100000000]=1`, { backendUrl: backend.url })
      expect(problem.code).toBe("bad_query")
    }
  })
})

describe("a request that no browser sends", () => {
  /** As fetch refuses to send it. */
  const raw = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; type: string | undefined; body: string }>((resolve, reject) => {
      const sent = request(new URL(path, backend.url), { method, headers }, (answer) => {
        text(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, type: answer.headers["content-type"], body }),
          reject,
        )
      })
      sent.on("error", reject).end()
    })

  it.each([
    ["TRACE", "/api/products", {}, 405],
    ["LINK", "/api/products", {}, 405],
    ["TRACE", "/admin/orders", {}, 405],
    ["PROPFIND", "/", {}, 405],
    ["GET", "/api/products", { expect: "x" }, 417],
    ["POST", "/auth/user/emailpass", { expect: "x" }, 417],
  ])("gets a problem document: %s %s %j", async (method, path, headers, status) => {
    const { type, body, ...answer } = await raw(method, path, headers)
    expect(answer.status).toBe(status)
    expect(type).toContain(PROBLEM_TYPE)
    expect(problemSchema.parse(JSON.parse(body))).toMatchObject({ status })
  })
})

describe("a stranger", () => {
  it.each(["/", "/app", "/app/login", "/api/health", "/static/nothing.svg"])(
    "does not learn from %s what the shop is made with",
    async (path) => {
      expect((await send(path, { backendUrl: backend.url })).headers.get("x-powered-by")).toBeNull()
    },
  )

  it("does not learn which of Medusa's functions are on, and finds no sign-in of Medusa's hosting", async () => {
    const flags = z.object({ feature_flags: z.record(z.string(), z.boolean()) })
    const read = async (path: string) => (await send(path, { backendUrl: backend.url })).json()
    expect(await read("/admin/feature-flags")).toEqual({ feature_flags: {} })
    expect(await read("/cloud/auth")).toEqual({ enabled: false })
    for (const path of ["/cloud", "/cloud/auth/users", "/cloud/anything"])
      expect((await send(path, { method: "POST", body: {}, backendUrl: backend.url })).status).toBe(404)
    const calls = staffCalls(backend)
    const session = await calls.openSession(await calls.signIn(STAFF))
    const known = await calls.request("/admin/feature-flags", { headers: session })
    expect(flags.parse(await known.json()).feature_flags).toHaveProperty("caching", true)
  })
})

describe("the origin of a write", () => {
  it.each([
    ["another site", { origin: "https://evil.test" }],
    ["another site's frame", { origin: "null" }],
    ["a cross-site form", { "sec-fetch-site": "cross-site" }],
  ])("is rejected from %s", async (_name, headers) => {
    expect((await refusedWrite(403, "/api/contact", message, headers)).code).toBe("cross_site")
  })

  it.each([
    ["the shop's public address", { origin: SHOP, "sec-fetch-site": "same-origin" }],
    [
      "the host that was asked, as the storefront passes it on",
      { origin: "http://192.168.1.7:8000", "x-forwarded-host": "192.168.1.7:8000" },
    ],
    ["a program", {}],
  ])("is accepted from %s", async (_name, headers) => {
    const { path, call: wish } = write("/api/contact", message, headers)
    await call(z.object({ id: z.string() }), path, wish)
  })

  it("lets only the shop's own pages read responses across origins", async () => {
    const preflight = (origin: string) =>
      fetch(`${backend.url}/api/contact`, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type",
        },
      })
    const ours = await preflight(SHOP)
    expect(ours.headers.get("access-control-allow-origin")).toBe(SHOP)
    expect(ours.headers.get("access-control-allow-credentials")).toBe("true")
    const theirs = await preflight("https://evil.test")
    expect(theirs.headers.get("access-control-allow-origin")).toBeNull()
  })
})

describe("every response", () => {
  it.each([
    "/api/health",
    "/api/nothing",
    "/static/nothing.svg",
    "/store/products",
    "/admin/orders",
    "/nothing",
  ])("carries the security headers and a request id: %s", async (path) => {
    const { headers } = await send(path, { backendUrl: backend.url })
    expect(headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("x-frame-options")).toBe("DENY")
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
  })
  it("has the same id in its problem document, and keeps one that a proxy set", async () => {
    const headers = { "x-request-id": "proxy-0123456789" }
    const response = await send("/api/nothing", { backendUrl: backend.url, headers })
    expect(response.headers.get("x-request-id")).toBe("proxy-0123456789")
    expect(await response.json()).toMatchObject({ requestId: "proxy-0123456789" })
  })
  it("rejects an id that could add lines to the log", async () => {
    const headers = { "x-request-id": 'a" {"level":"forged"}' }
    const response = await send("/api/nothing", { backendUrl: backend.url, headers })
    expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe("Medusa's own calls", () => {
  let key: string
  beforeAll(async () => {
    const staff = await signInStaff(backend.url)
    const keys = z.object({ api_keys: z.array(z.object({ token: z.string() })) })
    const { api_keys } = await staff.get(keys, "/admin/api-keys?type=publishable")
    key = api_keys[0]?.token ?? ""
    await makeProduct(staff)
  })
  const store = (path: string, method: "GET" | "POST" | "DELETE" = "GET") =>
    refused(404, path, {
      method,
      backendUrl: backend.url,
      headers: { "x-publishable-api-key": key },
      ...(method === "POST" ? { body: {} } : {}),
    })

  it.each([
    ["/store/orders", "GET"],
    ["/store/orders/order_1", "GET"],
    ["/store/carts", "POST"],
    ["/store/carts/cart_1", "GET"],
    ["/store/carts/cart_1/line-items", "POST"],
    ["/store/carts/cart_1/complete", "POST"],
    ["/store/payment-collections", "POST"],
    ["/store/payment-collections/pc_1/payment-sessions", "POST"],
    ["/store/customers", "POST"],
    ["/store/returns", "POST"],
    ["/pay/bitcoin/order_1", "GET"],
    ["/pay/bitcoin/order_1/payment", "GET"],
    ["/pay/bitcoin/order_1/events", "GET"],
    ["/pay/bitcoin/order_1/renew", "POST"],
  ] as const)("that go past the checkout are closed: %s (%s)", async (path, method) => {
    expect((await store(path, method)).code).toBe("closed")
  })

  it("accept no payment webhooks", async () => {
    const problem = await refused(404, "/hooks/payment/bitcoin_bitcoin", {
      method: "POST",
      body: {},
      backendUrl: backend.url,
    })
    expect(problem.code).toBe("closed")
  })

  it("still return the catalogue, a hundred products at a time", async () => {
    const headers = { "x-publishable-api-key": key }
    const list = z.object({ products: z.array(z.object({ id: z.string() })).min(1) })
    await call(list, "/store/products?limit=100", { backendUrl: backend.url, headers })
    for (const limit of ["101", "1e9", "all"])
      await refused(400, `/store/products?limit=${limit}`, { backendUrl: backend.url, headers })
  })
})

describe("the rate limit", () => {
  /** Repeats the cheapest write, which changes nothing, until one is rejected. */
  async function writesUntilRefused(path: string, from: string, most: number): Promise<number> {
    for (let count = 0; count < most; count++) {
      const { call: wish } = write(path, "{}", { "x-forwarded-for": from })
      const response = await send(path, wish)
      if (response.status !== 429) continue
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({ code: "too_many", status: 429 })
      return count
    }
    return most
  }

  it("applies to one IP address only", async () => {
    expect(await writesUntilRefused("/api/orders", "203.0.113.1", WRITES + 5)).toBe(WRITES)
    await refusedWrite(400, "/api/orders", "{}", { "x-forwarded-for": "203.0.113.2" })
  })
  it("cannot be avoided with forged forwarded addresses", async () => {
    let refusals = 0
    for (let count = 0; count <= WRITES; count++) {
      const { path, call: wish } = write("/api/orders", "{}", {
        "x-forwarded-for": `10.0.0.${String(count)}, 203.0.113.3`,
      })
      if ((await send(path, wish)).status === 429) refusals++
    }
    expect(refusals).toBe(1)
  })
  it("is lower for contact messages and for passwords", async () => {
    expect(await writesUntilRefused("/api/contact", "203.0.113.4", WRITES)).toBe(WRITES / 12)
    expect(await writesUntilRefused("/auth/user/emailpass", "203.0.113.5", WRITES)).toBe(WRITES / 6)
  })
  it("counts notifications of the card processor that are refused", async () => {
    expect(await writesUntilRefused("/api/webhooks/stripe", "203.0.113.8", WRITES + 5)).toBe(WRITES)
  })
  it("counts reads of orders and the opening of their streams together", async () => {
    const read = (status: number, path: string, from: string) =>
      refused(status, path, { backendUrl: backend.url, headers: { "x-forwarded-for": from } })
    const paths = ["/api/orders/order_none", "/api/orders/order_none/events"]
    for (let count = 0; count < ORDER_READS; count++)
      await read(404, paths[count % paths.length] ?? "", "203.0.113.6")
    for (const path of paths) {
      expect((await read(429, path, "203.0.113.6")).code).toBe("too_many")
      await read(404, path, "203.0.113.7")
    }
  })
  it("does not apply to other reads", async () => {
    const headers = { "x-forwarded-for": "203.0.113.1" }
    const response = await send("/api/health", { backendUrl: backend.url, headers })
    expect(response.status).toBe(200)
  })
})

it("writes go on after a client that sent as many as run at once, without waiting for answers, and left", async () => {
  const held = { ...message, name: "Held until its client has gone" }
  const body = JSON.stringify(held)
  const head = ["host: shop", "content-type: application/json", `content-length: ${String(body.length)}`]
  const writes = Array.from({ length: 25 }, (_, client) => {
    const lines = ["POST /api/contact HTTP/1.1", ...head, `x-forwarded-for: 192.0.2.${String(client)}`]
    return `${lines.join("\r\n")}\r\n\r\n${body}`
  })
  const when = `new.name = '${held.name}'`
  await whileHeld(backend.databaseUrl, { writes: "insert on contact_message", when }, async (untilHeld) => {
    const client = connect(Number(new URL(backend.url).port), "127.0.0.1")
    client.write(writes.join(""))
    await untilHeld()
    client.destroy()
  })
  const { path, call: wish } = write("/api/contact", message)
  expect((await send(path, wish)).status).toBe(201)
})

it("publishes its OpenAPI description, and reports when it is not ready", async () => {
  const paths = z.object({ openapi: z.literal("3.1.0"), paths: z.record(z.string(), z.unknown()) })
  const { paths: described } = await call(paths, "/api/openapi.json", { backendUrl: backend.url })
  expect(Object.keys(described)).toContain("/api/orders/{id}/payment")
  // The chain source is a closed port.
  const problem = await refused(503, "/api/ready", { backendUrl: backend.url })
  expect(problem.detail).toBe("The shop is not ready: bitcoin.")
})

describe("the metrics", () => {
  it("are served on their own port only", async () => {
    for (const path of ["/metrics", "/api/metrics", "/app/metrics", "/admin/metrics"]) {
      const response = await send(path, { backendUrl: backend.url })
      expect(response.status, path).toBeGreaterThanOrEqual(400)
      expect(await response.text()).not.toContain("shop_http_requests_total")
    }
    for (const path of ["/", "/api/products", "/admin/orders"])
      expect((await fetch(metrics.url + path)).status, path).toBe(404)
    expect((await fetch(`${metrics.url}/metrics`, { method: "POST" })).status).toBe(404)
  })

  it("count requests by route and never by path, however many paths are asked for", async () => {
    for (const path of ["/api/products/no-such", "/api/no-such", "/no-such"])
      await send(path, { backendUrl: backend.url })
    const before = await metrics.scrape()
    for (let count = 0; count < 20; count++) {
      await send(`/api/products/scanned-${String(count)}`, { backendUrl: backend.url })
      await send(`/api/scanned-${String(count)}`, { backendUrl: backend.url })
      await send(`/scanned-${String(count)}`, { backendUrl: backend.url })
    }
    const after = await metrics.scrape()
    const series = `shop_http_requests_total{method="GET",route="/api/products/:slug",status="4xx"}`
    expect((after.get(series) ?? 0) - (before.get(series) ?? 0)).toBe(20)
    expect([...after.keys()].join("\n")).not.toContain("scanned-")
    expect([...after.keys()].filter((name) => name.startsWith("shop_http") && !before.has(name))).toEqual([])
  })

  it("show a chain source that cannot be reached, and the time since it fails", async () => {
    await eventually(async () => {
      const values = await metrics.scrape()
      expect(values.get("shop_watcher_leader")).toBe(1)
      expect(values.get(`shop_chain_source_failures_total{source="Esplora at 127.0.0.1:1"}`)).toBeGreaterThan(
        0,
      )
      expect(values.get("shop_watcher_failing_seconds")).toBeGreaterThan(0)
      // There was no good poll, and no number says that there was.
      expect(values.has("shop_watcher_last_poll_age_seconds")).toBe(false)
    })
  })
})
