import { brotliDecompressSync } from "node:zlib"
import { expect, test } from "vitest"
import { testShop } from "./testing/test-shop"

const titleIn = (html: string) => /<head>[^]*<title>([^<]*)<\/title>[^]*<\/head>/.exec(html)?.[1]

test.each([
  ["/", 200, "Bramble &amp; Comb: honey, gummies and natural sugars, delivered in the UK"],
  ["/products", 200, "All products | Bramble &amp; Comb"],
  ["/products/category/honey", 200, "Honey | Bramble &amp; Comb"],
  ["/Products/Category/HONEY", 200, "Honey | Bramble &amp; Comb"],
  ["/products/category/none", 404, "Category not found | Bramble &amp; Comb"],
  ["/product/heather-honey", 200, "Heather &lt;/script&gt;&lt;b&gt;Honey | Bramble &amp; Comb"],
  ["/product/none", 404, "Product not found | Bramble &amp; Comb"],
  ["/checkout", 200, "Checkout | Bramble &amp; Comb"],
  ["/about", 200, "About us | Bramble &amp; Comb"],
  ["/faq", 200, "Questions and answers | Bramble &amp; Comb"],
  ["/contact", 200, "Contact | Bramble &amp; Comb"],
  ["/no/such/page", 404, "404 Page Not Found | Bramble &amp; Comb"],
])("%s answers %i with its title in the head", async (path, status, title) => {
  const { app } = await testShop()
  const response = await app.inject(path)
  expect(response.statusCode).toBe(status)
  expect(response.body).toMatch(/^<!doctype html><html lang="en-GB">/i)
  expect(titleIn(response.body)).toBe(title)
  expect(response.body.match(/<title>/g)).toHaveLength(1)
})

test("an address whose escapes mean nothing is answered 400 by a page, with every header of a page; below /api by JSON", async () => {
  const { app } = await testShop()
  const response = await app.inject("/%zz")
  expect(response.statusCode).toBe(400)
  expect(titleIn(response.body)).toBe("404 Page Not Found | Bramble &amp; Comb")
  expect(response.headers["content-security-policy"]).toContain("default-src 'self'")
  expect((await app.inject("/api/%zz")).json()).toMatchObject({ statusCode: 400 })
  expect((await app.inject("/about?from=%zz")).statusCode).toBe(200)
})

test("no page holds a script that a browser would run, and no inline style", async () => {
  const { app } = await testShop()
  for (const path of ["/", "/products", "/product/heather-honey", "/checkout", "/contact"]) {
    const { body } = await app.inject(path)
    const scripts = body.match(/<script[^>]*>/g) ?? []
    expect(scripts.filter((tag) => !/ src=| type="application\/(?:ld\+)?json"/.test(tag))).toEqual([])
    expect(body).not.toMatch(/ style="| on[a-z]+="/)
  }
})

test("what staff write cannot end the state's element", async () => {
  const { app } = await testShop()
  const { body } = await app.inject("/product/heather-honey")
  const state = body.slice(body.indexOf('id="page-state">'))
  expect(state.match(/<\/script>/g)).toHaveLength(1)
  expect(state).toContain("Heather \\u003c/script>\\u003cb>Honey")
})

test("/account and /orders lead home while nobody is signed in", async () => {
  const { app } = await testShop()
  for (const path of ["/account", "/orders"]) {
    const response = await app.inject(path)
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe("/")
  }
})

test("search and sort of the address are in the drawn page", async () => {
  const { app } = await testShop()
  expect((await app.inject("/products?search=heather")).body).toContain("product-card")
  const empty = (await app.inject("/products?search=nothing")).body
  expect(empty).toContain("No products found")
  expect(empty).toContain("No products match the search term nothing")
})

test("a page that has not changed is answered 304", async () => {
  const { app } = await testShop()
  const { headers } = await app.inject("/faq")
  const again = await app.inject({ path: "/faq", headers: { "if-none-match": String(headers.etag) } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe("")
})

test("with the backend away the reader gets a page with a way on, and status 503", async () => {
  const { app } = await testShop({ isBackendAway: true })
  const response = await app.inject("/products")
  expect(response.statusCode).toBe(503)
  expect(response.body).toContain("Something went wrong on our side")
  expect(response.body).not.toContain("fetch failed")
})

test("with the backend away a page that can do without it is drawn all the same", async () => {
  const { app } = await testShop({ isBackendAway: true })
  expect((await app.inject("/about")).statusCode).toBe(200)
  expect((await app.inject("/faq")).statusCode).toBe(200)
})

test("the content policy allows no inline script, and the popup of a sign-in may answer", async () => {
  const { app } = await testShop()
  const { headers } = await app.inject("/about")
  expect(headers["content-security-policy"]).toContain("script-src 'self';")
  expect(headers["content-security-policy"]).not.toContain("unsafe")
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups")
  expect(headers["strict-transport-security"]).toContain("max-age=31536000")
})

test("a body larger than anything the shop takes is refused before the backend sees it", async () => {
  const { app } = await testShop()
  const response = await app.inject({
    method: "POST",
    path: "/api/contact",
    payload: { message: "x".repeat(70_000) },
  })
  expect(response.statusCode).toBe(413)
  expect(response.json()).toMatchObject({ code: "body_too_large" })
})

test("health says that the process answers", async () => {
  const { app } = await testShop()
  expect((await app.inject("/health")).json()).toEqual({ status: "ok" })
})

test("a page goes out compressed, and plain to whoever reads nothing else", async () => {
  const { app } = await testShop()
  const [small, plain] = await Promise.all([
    app.inject({ path: "/products", headers: { "accept-encoding": "gzip, br" } }),
    app.inject("/products"),
  ])
  expect(small.headers["content-encoding"]).toBe("br")
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  expect(plain.headers["content-encoding"]).toBeUndefined()
  expect(plain.headers.vary).toBe("accept-encoding")
})

test("slashes too many lead nowhere else", async () => {
  const { app } = await testShop()
  const response = await app.inject("//products//category///honey/")
  expect(response.statusCode).toBe(200)
  expect(titleIn(response.body)).toBe("Honey | Bramble &amp; Comb")
})
