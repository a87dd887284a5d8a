import Fastify from "fastify"
import { expect, test } from "vitest"
import { registerSecurity } from "./security"

async function headersOf(type: string, ownPolicy?: string) {
  const app = Fastify()
  registerSecurity(app, {
    isHttps: true,
    isDevelopment: false,
    sources: { scriptSrc: [], connectSrc: [], frameSrc: [], imgSrc: [] },
  })
  app.get("/", (_request, reply) => {
    if (ownPolicy !== undefined) void reply.header("content-security-policy", ownPolicy)
    return reply.type(type).send(Buffer.from("x"))
  })
  return (await app.inject("/")).headers
}

test("a page and an answer of the API have every header", async () => {
  for (const type of ["text/html; charset=utf-8", "application/json"]) {
    const headers = await headersOf(type)
    expect(headers["content-security-policy"]).toContain("script-src 'self'")
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin-allow-popups",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
    })
  }
})

test.each(["text/javascript; charset=utf-8", "text/css; charset=utf-8", "font/woff2", "image/avif"])(
  "%s has the headers that browsers follow for files, and no others",
  async (type) => {
    const headers = await headersOf(type)
    expect(headers).toMatchObject({
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
    expect(headers["strict-transport-security"]).toContain("max-age")
    expect(headers).not.toHaveProperty("content-security-policy")
    expect(headers).not.toHaveProperty("x-frame-options")
  },
)

test("an SVG, which can be opened as a document, may load and run nothing", async () => {
  const policy = (await headersOf("image/svg+xml"))["content-security-policy"]
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain("script-src")
})

test("an upload keeps the policy that the backend gave it", async () => {
  const policy = "default-src 'none'; sandbox"
  expect((await headersOf("image/svg+xml", policy))["content-security-policy"]).toBe(policy)
  expect((await headersOf("image/png", policy))["content-security-policy"]).toBe(policy)
})
