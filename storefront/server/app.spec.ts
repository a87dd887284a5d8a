import { createHash } from "node:crypto"
import { brotliDecompressSync } from "node:zlib"
import { expect, test } from "vitest"
import { CATEGORY, PRODUCT, testShop } from "./testing/test-shop"

const titleIn = (html: string) => /<head>[^]*<title>([^<]*)<\/title>[^]*<\/head>/.exec(html)?.[1]

test.each([
  ["/", 200, "Bramble &amp; Comb: honey, gummies and natural sugars, delivered in the UK"],
  ["/products", 200, "All products | Bramble &amp; Comb"],
  ["/products/category/honey", 200, "Honey | Bramble &amp; Comb"],
  ["/Products/Category/HONEY", 200, "Honey | Bramble &amp; Comb"],
  ["/products/category/none", 404, "Category Not Found | Bramble &amp; Comb"],
  ["/product/heather-honey", 200, "Heather &lt;/script&gt;&lt;b&gt;Honey | Bramble &amp; Comb"],
  ["/product/none", 404, "Product not found | Bramble &amp; Comb"],
  ["/checkout", 200, "Checkout | Bramble &amp; Comb"],
  ["/about", 200, "About us | Bramble &amp; Comb"],
  ["/faq", 200, "Questions and answers | Bramble &amp; Comb"],
  ["/contact", 200, "Contact | Bramble &amp; Comb"],
  ["/no/such/page", 404, "404 Page Not Found | Bramble &amp; Comb"],
])("%s returns %i with its title in the head", async (path, status, title) => {
  const { app } = await testShop()
  const response = await app.inject(path)
  expect(response.statusCode).toBe(status)
  expect(response.body).toMatch(/^<!doctype html><html lang="en-GB">/i)
  expect(titleIn(response.body)).toBe(title)
  expect(response.body.match(/<title>/g)).toHaveLength(1)
})

test("an address with invalid escapes returns a page with status 400 and all headers, and JSON under /api", async () => {
  const { app } = await testShop()
  const response = await app.inject("/%zz")
  expect(response.statusCode).toBe(400)
  expect(titleIn(response.body)).toBe("404 Page Not Found | Bramble &amp; Comb")
  expect(response.headers["content-security-policy"]).toContain("default-src 'self'")
  expect((await app.inject("/api/%zz")).json()).toMatchObject({ status: 400, code: "malformed" })
  expect((await app.inject("/about?from=%zz")).statusCode).toBe(200)
})

test.each(["//:99999", "//["])("%s, which is no path of a URL, returns a page", async (path) => {
  const { app } = await testShop()
  const response = await app.inject({ path })
  expect(response.statusCode).toBeLessThan(500)
  expect(titleIn(response.body)).toContain("Bramble &amp; Comb")
})

test("a picture's address that is none does not take the product's page away", async () => {
  const { app } = await testShop({
    answers: { "/api/products/heather-honey": { ...PRODUCT, image: "http://[" } },
  })
  expect((await app.inject("/product/heather-honey")).statusCode).toBe(200)
})

test("the first script is the only one inside a page, and there are no inline handlers or styles", async () => {
  const { app } = await testShop()
  for (const path of ["/", "/products", "/product/heather-honey", "/checkout", "/contact"]) {
    const { body } = await app.inject(path)
    const scripts = body.match(/<script[^>]*>/g) ?? []
    expect(scripts.filter((tag) => !/ src=| type="application\/(?:ld\+)?json"/.test(tag))).toEqual([
      "<script>",
    ])
    expect(body).not.toMatch(/ style="| on[a-z]+="/)
  }
})

test("text from staff cannot end the state's element", async () => {
  const { app } = await testShop()
  const { body } = await app.inject("/product/heather-honey")
  const state = body.slice(body.indexOf('id="page-state">'))
  expect(state.match(/<\/script>/g)).toHaveLength(1)
  expect(state).toContain("Heather \\u003c/script>\\u003cb>Honey")
})

test("/account redirects signed-out users to the home page, and /orders to the page that finds an order", async () => {
  const { app } = await testShop()
  for (const [path, elsewhere] of [
    ["/account", "/"],
    ["/orders", "/orders/find"],
  ] as const) {
    const response = await app.inject(path)
    expect(response.statusCode).toBe(302)
    expect(response.headers.location).toBe(elsewhere)
  }
})

test("a redirect does not wait for the menu's categories", async () => {
  const { app, fetchFrom } = await testShop({ answers: { "/api/products/old-honey": PRODUCT } })
  const answer = fetchFrom.getMockImplementation()
  fetchFrom.mockImplementation((input, init) =>
    String(input instanceof Request ? input.url : input).endsWith("/api/categories") || !answer
      ? new Promise(() => undefined)
      : answer(input, init),
  )
  expect((await app.inject("/product/old-honey")).statusCode).toBe(301)
})

test("a former address redirects permanently to the present one, and keeps its search", async () => {
  const { app } = await testShop({
    answers: { "/api/products/old-honey": PRODUCT, "/api/categories/old-honeys": CATEGORY },
  })
  const moved = async (path: string) => {
    const { statusCode, headers } = await app.inject(path)
    return [statusCode, headers.location, headers["cache-control"]]
  }
  expect(await moved("/product/Old-Honey?size=a")).toEqual([301, "/product/heather-honey?size=a", "no-cache"])
  expect(await moved("/products/category/old-honeys?sort=name")).toEqual([
    301,
    "/products/category/honey?sort=name",
    "no-cache",
  ])
})

test("the rendered page applies the search and sort of its address", async () => {
  const { app } = await testShop()
  expect((await app.inject("/products?search=heather")).body).toContain("product-card")
  const empty = (await app.inject("/products?search=nothing")).body
  expect(empty).toContain("No products found")
  expect(empty).toContain("No products match the search term nothing")
})

test("a reduced product says what it was, in the list and on its page", async () => {
  const reduced = { ...PRODUCT, price: "3.50", originalPrice: "4.25" }
  const { app } = await testShop({
    answers: { "/api/products?limit=32": [reduced], "/api/products/heather-honey": reduced },
  })
  for (const path of ["/products", "/product/heather-honey"]) {
    const text = (await app.inject(path)).body.replaceAll("<!-- -->", "")
    expect(text).toContain("£3.50")
    expect(text).toContain("was £4.25")
  }
})

test("an unchanged page returns 304, also to a client that names several versions", async () => {
  const { app } = await testShop()
  const { headers } = await app.inject("/faq")
  const tag = String(headers.etag)
  for (const known of [tag, `"other", ${tag}`, tag.replace("W/", "")]) {
    const again = await app.inject({ path: "/faq", headers: { "if-none-match": known } })
    expect(again.statusCode, known).toBe(304)
    expect(again.body).toBe("")
  }
})

test("a search that contains a question mark is rendered whole", async () => {
  const { app } = await testShop({ answers: { "/api/products?search=what%3F&limit=32": [PRODUCT] } })
  expect((await app.inject("/products?search=what?")).body).toContain('value="what?"')
})

test("without the backend the reader gets an error page with status 503", async () => {
  const { app } = await testShop({ isBackendAway: true })
  const response = await app.inject("/products")
  expect(response.statusCode).toBe(503)
  expect(response.body).toContain("Something went wrong on our side")
  expect(response.body).not.toContain("fetch failed")
})

test("without the backend a page that does not need it is still rendered", async () => {
  const { app } = await testShop({ isBackendAway: true })
  expect((await app.inject("/about")).statusCode).toBe(200)
  expect((await app.inject("/faq")).statusCode).toBe(200)
})

test("a page may apply the styles and run the script inside it and no others, also when the browser has it already", async () => {
  const { app } = await testShop()
  const page = await app.inject("/faq")
  const [style, script] = [/<style>([^<]+)<\/style>/, /<script>([^<]+)<\/script>/].map((pattern) =>
    createHash("sha256")
      .update(pattern.exec(page.body)?.[1] ?? "")
      .digest("base64"),
  )
  const unchanged = await app.inject({ url: "/faq", headers: { "if-none-match": String(page.headers.etag) } })
  expect(unchanged.statusCode).toBe(304)
  for (const { headers } of [page, unchanged]) {
    expect(headers["content-security-policy"]).toContain(`;style-src 'self' 'sha256-${String(style)}';`)
    expect(headers["content-security-policy"]).toContain(`;script-src 'self' 'sha256-${String(script)}';`)
  }
})

test("the content policy of an answer that is no page allows no inline script, and the sign-in popup may answer", async () => {
  const { app } = await testShop()
  const { headers } = await app.inject("/health")
  expect(headers["content-security-policy"]).toContain("script-src 'self';")
  expect(headers["content-security-policy"]).not.toContain("unsafe")
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin-allow-popups")
  expect(headers["strict-transport-security"]).toContain("max-age=31536000")
})

test("a body larger than the limit is rejected before it reaches the backend", async () => {
  const { app } = await testShop()
  const response = await app.inject({
    method: "POST",
    path: "/api/contact",
    payload: { message: "x".repeat(70_000) },
  })
  expect(response.statusCode).toBe(413)
  expect(response.json()).toMatchObject({ code: "body_too_large" })
})

test("/health reports a running process", async () => {
  const { app } = await testShop()
  expect((await app.inject("/health")).json()).toEqual({ status: "ok" })
})

test("a page is sent compressed, or plain to clients without compression", async () => {
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

test("extra slashes lead to the same page", async () => {
  const { app } = await testShop()
  const response = await app.inject("//products//category///honey/")
  expect(response.statusCode).toBe(200)
  expect(titleIn(response.body)).toBe("Honey | Bramble &amp; Comb")
})
