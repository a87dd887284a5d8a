import { expect, test } from "vitest"
import { testShop, PRODUCT } from "./testing/test-shop"

const many = (length: number) =>
  Array.from({ length }, (_, index) => ({
    ...PRODUCT,
    id: `prod_${index}`,
    slug: `honey-${index}`,
    name: `Honey ${index}`,
  }))

const partOf = (products: unknown[], next?: string) =>
  Response.json(products, {
    headers: {
      "x-total-count": "10000",
      ...(next && { link: `</api/products?limit=32&cursor=${next}>; rel="next"` }),
    },
  })
const cardsIn = (html: string) => html.match(/<article /g)?.length

test("a list of ten thousand products contains one page and a plain link to the next", async () => {
  const { app } = await testShop({ answers: { "/api/products?limit=32": partOf(many(32), "WzFd") } })
  const { body } = await app.inject("/products")
  expect(cardsIn(body)).toBe(32)
  expect(body).toContain("32 of 10,000 products")
  expect(body).toMatch(/<a [^>]*href="\/products\?after=WzFd#main"[^>]* rel="next"[^>]*>Load more<\/a>/)
})

test("the next products have their own address, which links back to the first", async () => {
  const last = { ...PRODUCT, id: "prod_last", name: "The last honey" }
  const { app } = await testShop({
    answers: { "/api/products?sort=name&limit=32&cursor=WzFd": partOf([last]) },
  })
  const { body, statusCode } = await app.inject("/products?sort=name&after=WzFd")
  expect(statusCode).toBe(200)
  expect(cardsIn(body)).toBe(1)
  expect(body).toContain('href="/products?sort=name">Back to the beginning of the list</a>')
  expect(body).not.toContain("Load more")
})

test("a list that had grown is rendered with its length", async () => {
  const { app } = await testShop({
    answers: { "/api/products?limit=64": partOf(many(64), "WzJd") },
  })
  const { body } = await app.inject("/products?pages=2")
  expect(cardsIn(body)).toBe(64)
  expect(body).toContain("after=WzJd")
})

test("an unknown cursor leads to the start, not to an error", async () => {
  const refusal = Response.json({}, { status: 400 })
  const { app } = await testShop({ answers: { "/api/products?limit=32&cursor=made-up": refusal } })
  const { body, statusCode } = await app.inject("/products?after=made-up")
  expect(statusCode).toBe(200)
  expect(cardsIn(body)).toBe(1)
})

const uncorrected = () =>
  Response.json([], { headers: { "x-total-count": "0", "x-search-correction": "honey" } })

test("a search without hits shows those of its correction, says so and links to its own result", async () => {
  const { app } = await testShop({
    answers: {
      "/api/products?search=h%26ny&sort=name&limit=32": uncorrected(),
      "/api/products?search=honey&sort=name&limit=32": partOf(many(2)),
    },
  })
  const { body, statusCode } = await app.inject("/products?search=h%26ny&sort=name")
  expect(statusCode).toBe(200)
  expect(cardsIn(body)).toBe(2)
  expect(body).toMatch(/<div role="status"><p class="search-correction">Showing results for <strong>honey</)
  expect(body).toContain('href="/products?search=h%26ny&amp;sort=name&amp;exact=1">Search for ')
  expect(body).toContain("h&amp;ny")
  expect(body).toContain('<meta name="robots" content="noindex"/>')
})

test("the exact search is empty and does not name the correction", async () => {
  const { app } = await testShop({ answers: { "/api/products?search=hony&limit=32": uncorrected() } })
  const { body } = await app.inject("/products?search=hony&exact=1")
  expect(cardsIn(body)).toBeUndefined()
  expect(body).toContain("No products match the search term hony")
  expect(body).not.toContain("Showing results for")
})
