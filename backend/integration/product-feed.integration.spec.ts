import { type FeedItem, feedPageSchema } from "@shop/contracts/product-feed"
import { beforeAll, expect, it } from "vitest"
import { z } from "zod"
import { call, refused } from "./harness/call"
import { eventually } from "./harness/eventually"
import { makeProduct, putOnSale } from "./harness/fixtures"
import { signInStaff } from "./harness/staff"

let staff: Awaited<ReturnType<typeof signInStaff>>
beforeAll(async () => {
  staff = await signInStaff()
})

const page = (query = "") => call(feedPageSchema, `/api/product-feed${query}`)

async function itemsOf(productId: string): Promise<FeedItem[]> {
  const { items } = await page()
  return items.filter((item) => item.productId === productId)
}

const update = (path: string, body: Record<string, unknown>) => staff.post(z.unknown(), path, body)

it("lists each size with what staff entered about it, and its sale", async () => {
  const product = await makeProduct(staff, {
    sizes: [
      { weight: "340 g", price: 8, stock: 3 },
      { weight: "1.4 kg", price: 30, stock: 0 },
    ],
  })
  const [small = "", large = ""] = product.variantIds
  const ean = `50${String(Date.now()).slice(-11)}`
  await update(`/admin/products/${product.id}/variants/${small}`, {
    ean,
    weight: 520,
    metadata: { mpn: " HH-340 " },
  })
  await update(`/admin/products/${product.id}`, { metadata: { google_product_category: "4947" } })
  await putOnSale(staff, small, 6.5)
  await eventually(async () => {
    const found = await itemsOf(product.id)
    expect(found).toHaveLength(2)
    expect(found[0]).toMatchObject({
      id: small,
      name: product.name,
      size: "340 g",
      price: "6.50",
      originalPrice: "8.00",
      isInStock: true,
      isFood: true,
      googleCategory: "4947",
      barcodes: [ean],
      mpn: "HH-340",
      netQuantity: { value: 340, unit: "g" },
      parcelGrams: 520,
    })
    expect(found[1]).toMatchObject({
      id: large,
      size: "1.4 kg",
      price: "30.00",
      originalPrice: null,
      isInStock: false,
      barcodes: [],
      netQuantity: { value: 1.4, unit: "kg" },
    })
  })
})

it("a product of one size names no size, and its picture and category are the shop's", async () => {
  const { items, next } = await page()
  expect(next).toBeNull()
  const honey = items.find(({ slug }) => slug === "heather-honey")
  expect(honey).toMatchObject({
    size: null,
    category: { name: "Honey", slug: "honey" },
    maker: null,
    googleCategory: null,
  })
  // The front comes first, then the label's back and a serving.
  expect(honey?.images).toHaveLength(3)
  expect(honey?.images[0]).toMatch(/^\/static\/\d+-heather-honey\.svg$/)
  expect(honey?.parcelGrams).toBeGreaterThan(340)
})

it("says when staff last changed a product, its price included", async () => {
  const product = await makeProduct(staff, { price: 5 })
  const changedAt = async () => Date.parse((await itemsOf(product.id))[0]?.changedAt ?? "")
  let made = 0
  await eventually(async () => expect((made = await changedAt())).toBeGreaterThan(0))
  await update(`/admin/products/${product.id}/variants/${product.variantId}`, {
    prices: [{ currency_code: "gbp", amount: 6 }],
  })
  await eventually(async () => expect(await changedAt()).toBeGreaterThan(made))
})

it("leaves out drafts", async () => {
  const draft = await makeProduct(staff, { status: "draft" })
  const shown = await makeProduct(staff)
  await eventually(async () => expect(await itemsOf(shown.id)).toHaveLength(1))
  expect(await itemsOf(draft.id)).toEqual([])
})

it("continues after the product that a cursor names, and rejects a cursor that is none", async () => {
  const { items } = await page()
  const honey = items.find(({ slug }) => slug === "heather-honey")
  const position = JSON.stringify([true, 0, 0, honey?.name, honey?.productId])
  const rest = await page(`?cursor=${Buffer.from(position).toString("base64url")}`)
  const index = items.findIndex(({ slug }) => slug === "heather-honey")
  expect(rest.items[0]?.id).toBe(items[index + 1]?.id)
  expect((await refused(400, "/api/product-feed?cursor=made-up")).code).toBe("invalid")
})
