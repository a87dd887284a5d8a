import { productSchema } from "@shop/contracts"
import { productFactsSchema, stockOverviewSchema, staffRejectionSchema } from "@shop/contracts/staff"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, refused, send } from "./harness/call"
import { checkoutOf, fillCart, order, tryOrder } from "./harness/checkout"
import { eventually } from "./harness/eventually"
import {
  freshCartId,
  makeProduct,
  PLAIN_FOOD,
  putOnSale,
  saveFoodInformation,
  type MadeProduct,
} from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const pathOf = ({ id }: MadeProduct) => `/admin/products/${id}/food-information`
const seeIn = async ({ slug }: MadeProduct) => call(productSchema, `/api/products/${slug}`)
const statusOf = async ({ id }: MadeProduct) => {
  const { product } = await staff.get(
    z.object({ product: z.object({ status: z.string() }) }),
    `/admin/products/${id}`,
  )
  return product.status
}

/** A product without food information. */
async function silentDraft(): Promise<MadeProduct> {
  const product = await makeProduct(staff, { status: "draft" })
  const sql = "update food_information set deleted_at = now() where product_id = $1"
  await askDatabase(inject("databaseUrl"), sql, [product.id])
  return product
}

/** Expects a rejection. @returns its message */
async function refusedStaff(path: string, body: unknown) {
  const response = await staff.send("POST", path, body)
  const text = await response.text()
  expect(response.status, text).toBe(400)
  return z.core.parse(staffRejectionSchema, JSON.parse(text))
}

const NOTHING_SAID =
  /cannot be on sale without the name of the food, the ingredients, the allergens, or that there are none, the nutrition table and how it is stored/

describe("a food with missing information", () => {
  it("cannot be published by the product's own form", async () => {
    const product = await silentDraft()
    const { message } = await refusedStaff(`/admin/products/${product.id}`, { status: "published" })
    expect(message).toMatch(NOTHING_SAID)
    expect(await statusOf(product)).toBe("draft")
  })

  it("cannot be published in bulk, as import and the bulk editor do, and neither can anything beside it", async () => {
    const [silent, other] = [await silentDraft(), await makeProduct(staff, { status: "draft" })]
    const update = [silent, other].map(({ id }) => ({ id, status: "published" }))
    const { message } = await refusedStaff("/admin/products/batch", { update })
    expect(message).toMatch(NOTHING_SAID)
    expect(await Promise.all([silent, other].map(statusOf))).toEqual(["draft", "draft"])
  })

  it("cannot be created as published", async () => {
    const body = {
      title: "Made on sale",
      status: "published",
      options: [{ title: "Weight", values: ["1 kg"] }],
      variants: [
        { title: "1 kg", options: { Weight: "1 kg" }, prices: [{ currency_code: "gbp", amount: 5 }] },
      ],
    }
    expect((await refusedStaff("/admin/products", body)).message).toMatch(NOTHING_SAID)
    const { products } = await staff.get(
      z.object({ products: z.array(z.unknown()) }),
      "/admin/products?q=Made on sale",
    )
    expect(products).toEqual([])
  })

  it("cannot be published with its food information either, which names the missing fields", async () => {
    const product = await silentDraft()
    const form = { badge: null, isFeatured: false, vat: "zero", variants: [], publish: true }
    const facts = { ...PLAIN_FOOD, allergens: null, nutrition: null }
    const refusal = await refusedStaff(pathOf(product), { ...form, facts })
    expect(refusal.errors).toEqual([
      { field: "facts.allergens", message: "Missing: the allergens, or that there are none." },
      { field: "facts.nutrition", message: "Missing: the nutrition table." },
    ])
    expect(await statusOf(product)).toBe("draft")
    await staff.post(z.unknown(), pathOf(product), { ...form, facts, publish: false })
    const view = await staff.get(productFactsSchema, pathOf(product))
    expect(view.missing.map(({ field }) => field)).toEqual(["allergens", "nutrition"])
  })

  it("keeps its information while it is published", async () => {
    const product = await makeProduct(staff)
    const form = { badge: null, isFeatured: false, vat: "zero", variants: [], publish: false }
    await refusedStaff(pathOf(product), { ...form, facts: { ...PLAIN_FOOD, ingredients: null } })
    expect((await staff.get(productFactsSchema, pathOf(product))).facts.ingredients).toBe("Cane sugar.")
  })

  it("gets no size without a net quantity, and no size loses its net quantity", async () => {
    const sizes = ["250 g", "500 g"].map((weight) => ({ weight, price: 5, stock: 1 }))
    const product = await makeProduct(staff, { sizes })
    const variants = `/admin/products/${product.id}/variants`
    const renamed = await refusedStaff(`${variants}/${product.variantId}`, { title: "Large" })
    expect(renamed.message).toContain("the net quantity of “Large”")
    await staff.remove(`${variants}/${product.variantIds[1] ?? ""}`)
    const large = { title: "Large", options: { Weight: "500 g" }, prices: [] }
    expect((await refusedStaff(variants, large)).message).toContain("the net quantity of “Large”")
    expect((await staff.get(productFactsSchema, pathOf(product))).variants).toHaveLength(1)
  })

  it("does not apply to products that staff mark as non-food", async () => {
    const { product_types: types } = await staff.get(
      z.object({ product_types: z.array(z.object({ id: z.string() })) }),
      "/admin/product-types?value=Non-food",
    )
    const product = await silentDraft()
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { type_id: types[0]?.id })
    await staff.post(z.unknown(), `/admin/products/${product.id}`, { status: "published" })
    await eventually(async () => expect(await seeIn(product)).toMatchObject({ food: null }))
    await refusedStaff(`/admin/products/${product.id}`, { type_id: null })
  })
})

describe("a published food whose allergens were never declared", () => {
  const forget = (product: MadeProduct) =>
    askDatabase(
      inject("databaseUrl"),
      "update food_information set allergens = null, updated_at = now() where product_id = $1",
      [product.id],
    )

  it("is not shown, and cannot be added to a cart", async () => {
    const product = await makeProduct(staff)
    await forget(product)
    const body = { cartId: freshCartId(), productId: product.id, quantity: 1 }
    expect((await refused(404, "/api/cart", { method: "POST", body })).code).toBe("unknown_product")
    await eventually(async () => expect((await send(`/api/products/${product.slug}`)).status).toBe(404))
  })

  it("cannot be ordered from a cart that already contains it", async () => {
    const product = await makeProduct(staff)
    const cartId = await fillCart(product)
    await forget(product)
    const response = await tryOrder(checkoutOf(cartId, 5))
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: "withdrawn" })
  })
})

describe("saving food information", () => {
  it("reports invalid values field by field", async () => {
    const product = await makeProduct(staff, { status: "draft" })
    const facts = {
      ...PLAIN_FOOD,
      ingredients: "Sugar, milk.",
      nutrition: { ...PLAIN_FOOD.nutrition, sugars: 101 },
      shelfLifeMonths: 0,
    }
    const form = { badge: "x".repeat(30), isFeatured: false, vat: "ten", variants: [], publish: false, facts }
    const { errors } = await refusedStaff(pathOf(product), form)
    expect(errors?.map(({ field }) => field).sort()).toEqual([
      "badge",
      "facts.allergens",
      "facts.ingredients",
      "facts.nutrition.sugars",
      "facts.shelfLifeMonths",
      "vat",
    ])
    expect(errors?.find(({ field }) => field === "facts.ingredients")?.message).toBe(
      "Mark milk as an allergen, like **milk**.",
    )
  })

  it("reports in one round what is no number, what contradicts the ingredients, and what is missing", async () => {
    const product = await silentDraft()
    const nutrition = { ...PLAIN_FOOD.nutrition, fat: null }
    const facts = { ...PLAIN_FOOD, legalName: null, ingredients: "Sugar, wheat.", nutrition }
    const form = { badge: null, isFeatured: false, vat: null, variants: [], publish: true, facts }
    const variants = [{ id: product.variantId, weight: "Large", netQuantity: null, price: "much" }]
    const { errors } = await refusedStaff(pathOf(product), { ...form, variants })
    expect(Object.fromEntries((errors ?? []).map(({ field, message }) => [field, message]))).toEqual({
      "facts.nutrition.fat": "Give a number of g.",
      "facts.ingredients": "Mark wheat as an allergen, like **wheat**.",
      "facts.allergens": "The ingredients name cereals containing gluten: tick it here as well.",
      "variants.0.price": "Use pounds with at most two decimals, like 12.50.",
      "facts.legalName": "Missing: the name of the food.",
      [`variants.${product.variantId}.netQuantity`]: "Missing: the net quantity of “Large”.",
      vat: "Missing: the VAT rate.",
    })
    expect((await staff.get(productFactsSchema, pathOf(product))).facts.storage).toBeNull()
  })

  it("appears in the shop with badge, size, unit price and whether it is featured", async () => {
    const product = await makeProduct(staff, { price: 6 })
    await staff.post(z.unknown(), pathOf(product), {
      facts: {
        ...PLAIN_FOOD,
        storage: "Keep cool.",
        mayContain: ["sesame"],
        operatorName: "Bee Ltd",
        operatorAddress: "Hull",
      },
      badge: "New",
      isFeatured: true,
      vat: "zero",
      variants: [{ id: product.variantId, weight: "60 gummies", netQuantity: { value: 300, unit: "g" } }],
      publish: false,
    })
    await eventually(async () => {
      expect(await seeIn(product)).toMatchObject({
        badge: "New",
        featured: true,
        weight: "60 gummies",
        unitPrice: { price: "20.00", per: "kg" },
        food: {
          storage: "Keep cool.",
          mayContain: ["sesame"],
          operator: { name: "Bee Ltd", address: "Hull" },
        },
      })
    })
  })

  it("saves all of it or nothing", async () => {
    const product = await makeProduct(staff)
    const variants = [{ id: product.variantId, weight: "Large", netQuantity: null }]
    const facts = { ...PLAIN_FOOD, storage: "Elsewhere." }
    await refusedStaff(pathOf(product), {
      facts,
      badge: "New",
      isFeatured: true,
      vat: "zero",
      variants,
      publish: false,
    })
    expect(await staff.get(productFactsSchema, pathOf(product))).toMatchObject({
      badge: null,
      isFeatured: false,
      vat: "standard",
      facts: { storage: "Keep dry." },
    })
  })

  it("is deleted with its product", async () => {
    const product = await makeProduct(staff)
    await staff.remove(`/admin/products/${product.id}`)
    const sql = "select 1 from food_information where product_id = $1 and deleted_at is null"
    expect(await askDatabase(inject("databaseUrl"), sql, [product.id])).toEqual([])
  })
})

describe("VAT", () => {
  it.each([
    ["standard", 20],
    ["reduced", 5],
    ["zero", 0],
  ])("in the category %s is charged at %d %%", async (vat, rate) => {
    const product = await makeProduct(staff, { price: 6 })
    await saveFoodInformation(staff, product.id, { vat: "zero" })
    await saveFoodInformation(staff, product.id, { vat })
    const { id } = await order(checkoutOf(await fillCart(product), 6))
    const sql = `select t.rate::float as rate, t.code from order_line_item_tax_line t
      join order_item i on i.item_id = t.item_id where i.order_id = $1`
    expect(await askDatabase(inject("databaseUrl"), sql, [id])).toEqual([{ rate, code: vat }])
  })
})

describe("an order", () => {
  it("keeps the food information of its products from the time of sale", async () => {
    const product = await makeProduct(staff, { price: 6 })
    await saveFoodInformation(staff, product.id, { vat: "zero", facts: { storage: "Keep as it was." } })
    const { id } = await order(checkoutOf(await fillCart(product), 6))
    await saveFoodInformation(staff, product.id, { vat: "standard", facts: { storage: "Keep otherwise." } })
    const sql = `select l.metadata from order_line_item l join order_item i on i.item_id = l.id where i.order_id = $1`
    const [line] = await askDatabase(inject("databaseUrl"), sql, [id])
    expect(line).toMatchObject({
      metadata: {
        product_snapshot: {
          food: {
            storage: "Keep as it was.",
            ingredients: "Cane sugar.",
            allergens: [],
            operator: { name: "Bramble & Comb Ltd (demo)" },
          },
          vat: "zero",
          netQuantity: { value: 250, unit: "g" },
        },
      },
    })
  })
})

describe("the stock overview", () => {
  it("shows stock, badge, price and missing information, and filters sold-out and incomplete products", async () => {
    const [full, empty, silent] = [
      await makeProduct(staff, { stock: 40, price: 7 }),
      await makeProduct(staff, { stock: 0 }),
      await silentDraft(),
    ]
    await saveFoodInformation(staff, full.id, { badge: "New" })
    const rowOf = async (product: MadeProduct, view: string) => {
      const overview = await staff.get(
        stockOverviewSchema,
        `/admin/stock-overview?view=${view}&q=${product.name}`,
      )
      return overview.rows.find(({ id }) => id === product.id)
    }
    expect(await rowOf(full, "all")).toMatchObject({
      badge: "New",
      status: "published",
      missing: [],
      variants: [{ weight: "250 g", stock: 40, price: "7.00" }],
    })
    expect(await rowOf(full, "sold-out")).toBeUndefined()
    expect(await rowOf(empty, "sold-out")).toBeDefined()
    expect((await rowOf(silent, "incomplete"))?.missing.length).toBeGreaterThan(0)
    expect(await rowOf(empty, "incomplete")).toBeUndefined()
  })

  it("shows the price of a sale beside the usual one", async () => {
    const product = await makeProduct(staff, { price: 4.25 })
    await putOnSale(staff, product.variantId, 3.5)
    const path = `/admin/stock-overview?q=${product.name}`
    await expect
      .poll(async () => (await staff.get(stockOverviewSchema, path)).rows[0]?.variants)
      .toMatchObject([{ price: "4.25", salePrice: "3.50" }])
  })

  it("leads to the form of what is in stock only where there is a level to change", async () => {
    const product = await makeProduct(staff, { stock: 0 })
    const { inventoryItemId: item, locationId: location } = product
    const variants = async () => {
      const path = `/admin/stock-overview?view=all&q=${product.name}`
      return (await staff.get(stockOverviewSchema, path)).rows[0]?.variants
    }
    expect(await variants()).toMatchObject([{ stock: 0, counted: { item, location } }])
    await staff.remove(`/admin/inventory-items/${item}/location-levels/${location}`)
    expect(await variants()).toMatchObject([{ stock: 0, available: 0, counted: null }])
  })

  it("is not for the public", async () => {
    for (const path of [
      "/admin/stock-overview",
      "/admin/stock-overview/csv",
      "/admin/products/prod_1/food-information",
    ])
      expect((await send(path)).status).toBe(401)
  })
})
