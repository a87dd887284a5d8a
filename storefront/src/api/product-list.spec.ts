import { QueryClient } from "@tanstack/react-query"
import { expect, test } from "vitest"
import { PAGE_SIZE, productListQuery, type ProductSelection } from "./product-list"
import { setTransport } from "./request"
import { sampleProduct } from "../testing/sample-product"

const aProduct = (place: number) =>
  sampleProduct({ id: `prod_${place}`, slug: `honey-${place}`, name: `Honey ${place}` })

/** A shop with so many products, whose cursor is the place of the last one sent. */
function aShopWith(total: number) {
  const calls: string[] = []
  const shop = { calls, places: Array.from({ length: total }, (_, place) => place) }
  setTransport((path) => {
    calls.push(path)
    const query = new URL(path, "http://shop.test").searchParams
    const cursor = query.get("cursor")
    if (cursor !== null && !/^\d+$/.test(cursor)) return Promise.resolve(new Response("", { status: 400 }))
    const rest = shop.places.filter((place) => cursor === null || place > Number(cursor))
    const page = rest.slice(0, Number(query.get("limit")))
    const headers = new Headers({ "x-total-count": String(shop.places.length) })
    if (page.length < rest.length) {
      query.set("cursor", String(page.at(-1)))
      headers.set("link", `</api/products?${query.toString()}>; rel="next"`)
    }
    return Promise.resolve(Response.json(page.map(aProduct), { headers }))
  })
  return shop
}

const ALL: ProductSelection = {
  search: "",
  isExact: false,
  sort: "featured",
  category: "",
  diets: [],
  after: "",
  pages: 1,
}
const idsOf = ({ products }: { products: { id: string }[] }) => products.map(({ id }) => id)
const upTo = (end: number, from = 0) =>
  Array.from({ length: end - from }, (_, index) => `prod_${from + index}`)

test("a list starts with one page, the total and the next cursor", async () => {
  aShopWith(80)
  const list = await new QueryClient().query(productListQuery(ALL))
  expect(idsOf(list)).toEqual(upTo(PAGE_SIZE))
  expect(list).toMatchObject({ total: 80, next: "31" })
})

test("a growing list loads only its new page, and nothing if that page is cached", async () => {
  const { calls } = aShopWith(80)
  const client = new QueryClient()
  await client.query(productListQuery(ALL))
  expect(idsOf(await client.query(productListQuery({ ...ALL, pages: 2 })))).toEqual(upTo(64))
  expect(calls).toEqual(["/api/products?limit=32", "/api/products?limit=32&cursor=31"])

  await client.query(productListQuery({ ...ALL, after: "63" }))
  const whole = await client.query({ ...productListQuery({ ...ALL, pages: 3 }), staleTime: "static" })
  expect(idsOf(whole)).toEqual(upTo(80))
  expect(whole.next).toBeNull()
  expect(calls).toHaveLength(3)
})

test("a long list opened by its address loads completely, in as few calls as possible", async () => {
  const { calls } = aShopWith(200)
  const list = await new QueryClient().query(productListQuery({ ...ALL, pages: 4 }))
  expect(idsOf(list)).toEqual(upTo(128))
  expect(calls).toEqual(["/api/products?limit=96", "/api/products?limit=32&cursor=95"])
})

test("a change by staff between two pages neither duplicates nor loses a product", async () => {
  const shop = aShopWith(80)
  const client = new QueryClient()
  await client.query(productListQuery(ALL))
  shop.places.splice(10, 1) // One that is shown already is taken out of the shop.
  shop.places.push(80)
  const list = await client.query(productListQuery({ ...ALL, pages: 2 }))
  expect(idsOf(list)).toEqual(upTo(64))
  expect(list.total).toBe(80)
})

test("an invalid cursor leads to the start of the list", async () => {
  aShopWith(40)
  const list = await new QueryClient().query(productListQuery({ ...ALL, after: "made-up" }))
  expect(idsOf(list)).toEqual(upTo(PAGE_SIZE))
})

/** A shop that sells açaí only and corrects every other search to it. */
function anAcaiShop() {
  const calls: string[] = []
  setTransport((path) => {
    calls.push(path)
    const search = new URL(path, "http://shop.test").searchParams.get("search")
    return Promise.resolve(
      search === "açaí"
        ? Response.json([aProduct(1)])
        : Response.json([], { headers: { "x-total-count": "0", "x-search-correction": "a%C3%A7a%C3%AD" } }),
    )
  })
  return calls
}

test("a search without hits shows those of the shop's correction, with the same sort", async () => {
  const calls = anAcaiShop()
  const list = await new QueryClient().query(productListQuery({ ...ALL, search: "acay", sort: "name" }))
  expect(idsOf(list)).toEqual(["prod_1"])
  expect(list).toMatchObject({ total: 1, correction: "açaí" })
  expect(calls).toEqual([
    "/api/products?search=acay&sort=name&limit=32",
    "/api/products?search=a%C3%A7a%C3%AD&sort=name&limit=32",
  ])
})

test("the exact search stays empty, and a search with hits has no correction", async () => {
  const calls = anAcaiShop()
  const client = new QueryClient()
  const exact = await client.query(productListQuery({ ...ALL, search: "acay", isExact: true }))
  expect(exact).toMatchObject({ products: [], total: 0, correction: null })
  expect(await client.query(productListQuery({ ...ALL, search: "açaí" }))).toMatchObject({ correction: null })
  expect(calls).toHaveLength(2)
})
