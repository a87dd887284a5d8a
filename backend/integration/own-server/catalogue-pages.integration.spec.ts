import { productSchema, SORTS, type Product, type Sort } from "@shop/contracts"
import { feedPageSchema } from "@shop/contracts/product-feed"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { send } from "../harness/call"
import { eventually } from "../harness/eventually"
import { makeProduct } from "../harness/fixtures"
import { growTo } from "../harness/grow-catalogue"
import { startOwnBackend } from "../harness/own-backend"
import { signInStaff } from "../harness/staff"

const LIMIT = 96
const products = z.array(z.custom<Product>((value) => z.core.safeParse(productSchema, value).success))

let backend: Awaited<ReturnType<typeof startOwnBackend>>
let all: Product[]

beforeAll(async () => {
  backend = await startOwnBackend("pages")
  const count = await growTo(backend.databaseUrl, 500)
  await eventually(async () => {
    all = await list("")
    expect(all).toHaveLength(count)
  })
})
afterAll(() => backend.stop())

const list = async (query: string) =>
  products.parse(await (await send(`/api/products${query}`, { backendUrl: backend.url })).json())

/** Follows a list from page to page as a reader does. @param between runs after each page */
async function readAll(query: string, between: (page: number) => Promise<void> = () => Promise.resolve()) {
  const read: Product[] = []
  const totals = new Set<string | null>()
  let next: string | undefined = `/api/products?limit=${String(LIMIT)}${query}`
  for (let page = 1; next !== undefined; page += 1) {
    const response: Response = await send(next, { backendUrl: backend.url })
    totals.add(response.headers.get("x-total-count"))
    read.push(...products.parse(await response.json()))
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get("link") ?? "")?.[1]
    await between(page)
  }
  return { read, totals }
}

const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id)

describe("with five hundred products", () => {
  it.each(SORTS)("all pages of %s together contain each product once, in order", async (sort: Sort) => {
    const { read, totals } = await readAll(`&sort=${sort}`)
    expect(new Set(ids(read)).size).toBe(all.length)
    expect(ids(read)).toEqual(ids(await list(`?sort=${sort}`)))
    expect([...totals]).toEqual([String(all.length)])
  })

  it("a search in a category finds products on all pages", async () => {
    const { read } = await readAll("&search=honey&category=honey&sort=price-low")
    const found = await list("?search=honey&category=honey&sort=price-low")
    expect(found.length).toBeGreaterThan(LIMIT)
    expect(ids(read)).toEqual(ids(found))
  })

  it("a product added between two pages neither repeats nor hides another", async () => {
    const staff = await signInStaff(backend.url)
    const before = await list("?sort=name")
    const { read } = await readAll("&sort=name", async (page) => {
      if (page !== 2) return
      // One product on a page that was read already, one on a later page.
      const added = [
        await makeProduct(staff, { name: "AAA, first of all" }),
        await makeProduct(staff, { name: "ZZZ, last of all" }),
      ]
      await eventually(async () => expect(ids(await list(""))).toEqual(expect.arrayContaining(ids(added))))
    })
    expect(new Set(ids(read)).size).toBe(read.length)
    expect(ids(read).filter((id) => before.some((product) => product.id === id))).toEqual(ids(before))
    expect(read.at(-1)?.name).toBe("ZZZ, last of all")
    expect(read[0]?.name).not.toBe("AAA, first of all")
  })
})

it("a product feed lists every product once, in parts", async () => {
  const read: string[] = []
  let [cursor, parts]: [string | null, number] = ["", 0]
  while (cursor !== null) {
    const path: string = `/api/product-feed${cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`}`
    const answer: unknown = await (await send(path, { backendUrl: backend.url })).json()
    const part = z.core.parse(feedPageSchema, answer)
    read.push(...part.items.map(({ productId }) => productId))
    cursor = part.next
    parts += 1
  }
  expect(parts).toBeGreaterThan(1)
  const listed = (await list("")).map(({ id }) => id)
  expect(new Set(read)).toEqual(new Set(listed))
  expect(new Set(read).size).toBe(read.length)
})
