import {
  categorySchema,
  FEATURED_LIMIT,
  productSchema,
  shippingOptionSchema,
  SORTS,
  type Product,
} from "@shop/contracts"
import { assert, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { call, refused, send } from "./harness/call"
import { eventually } from "./harness/eventually"
import { makeProduct } from "./harness/fixtures"
import { signInStaff } from "./harness/staff"

const products = z.array(z.custom<Product>((value) => z.core.safeParse(productSchema, value).success))
const listOf = <Schema extends z.core.$ZodType>(schema: Schema, value: unknown) =>
  z
    .array(z.unknown())
    .parse(value)
    .map((each) => z.core.parse(schema, each))

/** The price by which a list is sorted: the one on the card, the lowest of its sizes. */
const pence = ({ price, variants }: Product) =>
  Math.round(Math.min(...(variants ?? [{ price }]).map((size) => Number(size.price))) * 100)
const names = (list: readonly Product[]) => list.map((product) => product.name)
const list = (query = "") => call(products, `/api/products${query}`)

// Other spec files change the catalogue too. Once it shows the newest product, it shows everything older.
beforeAll(async () => {
  const newest = await makeProduct(await signInStaff())
  await eventually(async () => expect(names(await list())).toContain(newest.name))
})

async function readCategories() {
  const response = await send("/api/categories")
  return listOf(categorySchema, await response.json())
}

describe("all products", () => {
  it("come in one response with their count when there is no filter", async () => {
    const response = await send("/api/products")
    const all = products.parse(await response.json())
    expect(all.length).toBeGreaterThanOrEqual(24)
    expect(response.headers.get("x-total-count")).toBe(String(all.length))
    expect(response.headers.get("link")).toBeNull()
  })

  it("have the fields of a card and no more, with a picture on the shop's own origin", async () => {
    const {
      food,
      netQuantity,
      images = [],
      ...honey
    } = await call(productSchema, "/api/products/heather-honey")
    expect(honey).toMatchObject({
      name: "Scottish Heather Honey",
      slug: "heather-honey",
      price: "12.95",
      weight: "340 g",
      badge: "Best Seller",
      featured: true,
    })
    expect(honey.image).toMatch(/^\/static\/\d+-heather-honey\.svg$/)
    expect((await list()).find((product) => product.id === honey.id)).toEqual(honey)
    expect(food?.warnings).toEqual(["Not suitable for infants under 12 months of age."])
    expect(honey.foodSummary).toEqual({
      allergens: food?.allergens,
      mayContain: food?.mayContain,
      warnings: food?.warnings,
      diets: ["vegetarian", "no-gelatine", "no-milk", "no-nuts", "no-sulphites"],
    })
    expect(netQuantity).toEqual({ value: 340, unit: "g" })
    expect(images.map(({ src }) => src.replace(/^\/static\/\d+-/, ""))).toEqual([
      "heather-honey.svg",
      "heather-honey-serving.svg",
      "heather-honey-label.svg",
    ])
    expect(images[0]?.src).toBe(honey.image)
    expect(images.map(({ alt }) => alt?.split(" ", 2).join(" "))).toEqual([
      "A six-sided",
      "Three oatcakes",
      "The back",
    ])
    const { images: none, image } = await call(productSchema, "/api/products/borage-honey")
    expect([none, image]).toEqual([undefined, expect.stringMatching(/borage-honey\.svg$/)])
  })

  it("of a diet are those whose declared food suits it, and an unknown diet is refused", async () => {
    const vegan = await list("?diet=vegan+no-nuts")
    expect(vegan.length).toBeGreaterThan(10)
    for (const { name, foodSummary } of vegan)
      expect(foodSummary?.diets, name).toEqual(expect.arrayContaining(["vegan", "no-nuts"]))
    expect(await list("?diet=vegan&search=honey bear")).toEqual([])
    const problem = await refused(400, "/api/products?diet=paleo")
    expect(problem.errors).toMatchObject([{ field: "diet.0" }])
  })

  it("are found by a word of the name or description, ignoring case", async () => {
    const found = await list("?search=HeAtHeR")
    expect(names(found)).toContain("Scottish Heather Honey")
    for (const { name, description } of found)
      expect(`${name}\n${description}`.toLowerCase()).toContain("heather")
    expect(await list("?search=no%20such%20thing%20anywhere")).toEqual([])
    expect(await list("?search=%20%20")).toHaveLength((await list()).length)
  })

  it("come in the requested order", async () => {
    const cheapFirst = (await list("?sort=price-low")).map(pence)
    expect(cheapFirst).toEqual([...cheapFirst].sort((a, b) => a - b))
    const dearFirst = (await list("?sort=price-high")).map(pence)
    expect(dearFirst).toEqual([...dearFirst].sort((a, b) => b - a))
    const byName = names(await list("?sort=name"))
    expect(byName).toEqual([...byName].sort(new Intl.Collator("en-GB").compare))
    const featuredFirst = (await list()).map((product) => product.featured)
    expect(featuredFirst.lastIndexOf(true)).toBeLessThan(featuredFirst.indexOf(false))
    expect(await list("?sort=featured")).toEqual(await list())
  })

  it.each(SORTS)("in pages contain each product once, in the same order: %s", async (sort) => {
    const whole = await list(`?sort=${sort}`)
    const collected: Product[] = []
    let next: string | undefined = `/api/products?sort=${sort}&limit=7`
    while (next !== undefined) {
      const response: Response = await send(next)
      expect(response.headers.get("x-total-count")).toBe(String(whole.length))
      const page = products.parse(await response.json())
      expect(page.length).toBeLessThanOrEqual(7)
      collected.push(...page)
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1]
    }
    expect(collected).toEqual(whole)
  })

  it.each([
    ["?sort=cheapest", "sort"],
    ["?limit=0", "limit"],
    ["?limit=101", "limit"],
    ["?limit=1.5", "limit"],
    ["?limit=-1", "limit"],
    ["?cursor=nonsense", "cursor"],
    ["?cursor=W10", "cursor"],
    ["?category=no-such-category", "category"],
    ["?colour=red", "colour"],
    ["?sort=name&sort=featured", "sort"],
    ["?search[$ne]=x", "search"],
    [`?search=${"x".repeat(101)}`, "search"],
  ])("are rejected for %s, which names the field %s", async (query, field) => {
    const problem = await refused(400, `/api/products${query}`)
    expect(problem.errors?.map((error) => error.field)).toEqual([field])
  })
})

describe("featured products", () => {
  it("are at most four, and all of them are featured", async () => {
    const featured = await call(products, "/api/products/featured")
    expect(featured).toHaveLength(FEATURED_LIMIT)
    expect(featured.every((product) => product.featured)).toBe(true)
  })
})

describe("one product", () => {
  it("is found by its slug, ignoring case", async () => {
    expect((await call(productSchema, "/api/products/Heather-Honey")).slug).toBe("heather-honey")
  })

  it("that does not exist is a 404 with a message", async () => {
    expect((await refused(404, "/api/products/no-such-thing")).code).toBe("unknown_product")
    await refused(404, "/api/products/%00")
    await refused(404, "/api/products/__proto__")
  })
})

describe("categories", () => {
  it("lists the four categories in order, each with a description and a picture", async () => {
    const all = await readCategories()
    expect(all.map((category) => category.slug)).toEqual([
      "gummies",
      "honey",
      "natural-sugars",
      "plant-concentrates",
    ])
    for (const category of all) {
      expect(category.description.length).toBeGreaterThan(40)
      expect((await send(category.image ?? "")).status).toBe(200)
    }
  })

  it("are found by slug and by id, and so are their products", async () => {
    const bySlug = await call(categorySchema, "/api/categories/honey")
    expect(await call(categorySchema, `/api/categories/${bySlug.id}`)).toEqual(bySlug)
    const honeys = await call(products, `/api/categories/${bySlug.id}/products`)
    expect(honeys.length).toBeGreaterThanOrEqual(6)
    expect(honeys.every((product) => product.categoryId === bySlug.id)).toBe(true)
    expect(await call(products, "/api/categories/honey/products")).toEqual(honeys)
    expect(await list("?category=honey")).toEqual(honeys)
    expect(await list(`?category=${bySlug.id}`)).toEqual(honeys)
  })

  it("that do not exist are a 404 with a message", async () => {
    expect((await refused(404, "/api/categories/toffee")).code).toBe("unknown_category")
    expect((await refused(404, "/api/categories/toffee/products")).code).toBe("unknown_category")
    await refused(400, "/api/categories/honey/products?category=gummies")
  })
})

describe("delivery", () => {
  it("has the two options of the specification at their prices", async () => {
    const response = await send("/api/shipping-options")
    const options = listOf(shippingOptionSchema, await response.json())
    expect(options).toMatchObject([
      { id: "standard", label: "Standard First Class Untracked Delivery (Free)", price: "0.00" },
      { id: "special", label: "Special Delivery (Tracked)", price: "13.00" },
    ])
  })

  it("names the days of arrival of an order that is paid now", async () => {
    const [standard, special] = listOf(
      shippingOptionSchema,
      await (await send("/api/shipping-options")).json(),
    ).map(({ estimate }) => estimate)
    assert(standard && special)
    expect(standard.label).toMatch(/^\w{3} \d+( \w{3})? – \w{3} \d+ \w{3}$/)
    expect(special.label).toMatch(/^\w{3} \d+ \w{3}$/)
    expect(special.latest < standard.earliest).toBe(true)
    expect(special.paidBefore).toBe(standard.paidBefore)
  })
})

describe("every read of the catalogue", () => {
  const READS = [
    "/api/products",
    "/api/products?sort=price-low&limit=3",
    "/api/products/featured",
    "/api/products/heather-honey",
    "/api/categories",
    "/api/categories/honey",
    "/api/categories/honey/products",
    "/api/shipping-options",
  ]

  it.each(READS)("has an ETag and is revalidated: %s", async (path) => {
    const first = await send(path)
    const etag = first.headers.get("etag") ?? ""
    expect(etag).toMatch(/^W\/"[\w-]{20,}"$/)
    expect(first.headers.get("cache-control")).toBe("public, no-cache")
    const again = await send(path, { headers: { "if-none-match": `"other", ${etag}` } })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe("")
    expect((await send(path, { headers: { "if-none-match": '"other"' } })).status).toBe(200)
    const head = await send(path, { method: "HEAD" })
    expect(head.status).toBe(200)
    expect(head.headers.get("etag")).toBe(etag)
  })
})

describe("pictures", () => {
  it("are served without permission to run scripts, and cached permanently", async () => {
    const { image } = await call(productSchema, "/api/products/heather-honey")
    const response = await send(image ?? "")
    expect(response.status).toBe(200)
    expect(response.headers.get("content-type")).toBe("image/svg+xml")
    expect(response.headers.get("cache-control")).toContain("immutable")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    expect(response.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
  })

  it.each([
    "/static/",
    "/static/nothing.svg",
    "/static/..%2f..%2fpackage.json",
    "/static/%2e%2e/medusa-config.ts",
  ])("are the only files served: %s", async (path) => {
    expect((await send(path)).status).toBe(404)
  })

  it("do not include an export by staff for unauthenticated clients", async () => {
    expect((await send("/static/private-1.csv")).status).toBe(401)
  })
})
