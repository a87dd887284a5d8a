import { cartSchema, problemSchema, productSchema } from "@shop/contracts"
import { productFactsSchema } from "@shop/contracts/staff"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, refused, send } from "./harness/call"
import { checkoutOf, fillCart, tryOrder } from "./harness/checkout"
import { eventually } from "./harness/eventually"
import { freshCartId, makeProduct, setStock } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const ask = (sql: string, values: unknown[]) => askDatabase(inject("databaseUrl"), sql, values)

async function refusal(path: string, body: unknown): Promise<string> {
  const response = await staff.send("POST", path, body)
  const { message } = z.object({ message: z.string() }).parse(await response.json())
  expect([response.status, message]).toEqual([400, message])
  return message
}

const optionsSchema = z.object({ shipping_options: z.array(z.object({ id: z.string() })) })

describe("a price that no order can be charged", () => {
  const WRONG = [
    [4.995, /whole number of pence/],
    [-3, /below zero/],
  ] as const

  it.each(WRONG)("of %s is not saved for a product, a sale or a delivery", async (amount, why) => {
    const product = await makeProduct(staff, { price: 5 })
    const price = { currency_code: "gbp", amount }
    const variant = { variant_id: product.variantId, ...price }
    const { shipping_options: options } = await staff.get(optionsSchema, "/admin/shipping-options")
    const sale = { title: "A sale", description: "Made by a test.", type: "sale", status: "active" }
    const bodies: [path: string, body: object][] = [
      [`/admin/products/${product.id}/variants/${product.variantId}`, { prices: [price] }],
      [
        `/admin/products/${product.id}/variants/batch`,
        { update: [{ id: product.variantId, prices: [price] }] },
      ],
      ["/admin/price-lists", { ...sale, prices: [variant] }],
      [`/admin/shipping-options/${options[0]?.id ?? ""}`, { prices: [price] }],
    ]
    for (const [path, body] of bodies) expect(await refusal(path, body)).toMatch(why)
  })

  it.each(WRONG)("of %s, saved otherwise, takes the product off sale, and orders say so", async (amount) => {
    const product = await makeProduct(staff, { price: 5 })
    const cart = await fillCart(product)
    await ask(
      `update price set amount = cast($2::text as numeric), raw_amount = jsonb_build_object('value', $2::text, 'precision', 20), updated_at = now()
        where price_set_id = (select price_set_id from product_variant_price_set where variant_id = $1)`,
      [product.variantId, String(amount)],
    )
    const response = await tryOrder(checkoutOf(cart, 5))
    expect(response.status).toBe(409)
    await eventually(async () => {
      expect((await send(`/api/products/${product.slug}`)).status).toBe(404)
    })
    const body = { cartId: freshCartId(), productId: product.id, quantity: 1 }
    await refused(404, "/api/cart", { method: "POST", body })
  })

  it("for a quantity is not saved: every piece costs the same here", async () => {
    const product = await makeProduct(staff, { price: 8 })
    const prices = [
      { currency_code: "gbp", amount: 8 },
      { currency_code: "gbp", amount: 5, min_quantity: 2 },
    ]
    const path = `/admin/products/${product.id}/variants/${product.variantId}`
    expect(await refusal(path, { prices })).toMatch(/depends on the quantity/)
  })
})

it("a delivery's price under a condition that the shop does not compute is not saved", async () => {
  const { shipping_options: options } = await staff.get(optionsSchema, "/admin/shipping-options")
  const rules = [{ attribute: "item_total", operator: "eq", value: 10 }]
  const prices = [
    { currency_code: "gbp", amount: 13 },
    { currency_code: "gbp", amount: 0, rules },
  ]
  const path = `/admin/shipping-options/${options[0]?.id ?? ""}`
  expect(await refusal(path, { prices })).toMatch(/its condition is not on the item total/)
})

const madeSchema = z.object({
  product: z.object({ id: z.string(), shipping_profile: z.object({ id: z.string() }).nullish() }),
})

it("a product without a shipping profile takes the default one, so that it can be packed", async () => {
  const body = {
    title: "Bare",
    status: "draft",
    options: [{ title: "Weight", values: ["250 g"] }],
    variants: [
      { title: "250 g", options: { Weight: "250 g" }, prices: [{ currency_code: "gbp", amount: 5 }] },
    ],
  }
  const { product } = await staff.post(madeSchema, "/admin/products", body)
  const read = () => staff.get(madeSchema, `/admin/products/${product.id}?fields=id,*shipping_profile`)
  expect((await read()).product.shipping_profile?.id).toMatch(/^sp_/)
  await staff.post(z.unknown(), `/admin/products/${product.id}`, { shipping_profile_id: null })
  expect((await read()).product.shipping_profile?.id).toMatch(/^sp_/)
})

it("a product whose stock is not counted is not put on sale unless that is meant", async () => {
  const product = await makeProduct(staff, { status: "draft" })
  const variant = `/admin/products/${product.id}/variants/${product.variantId}`
  await staff.post(z.unknown(), variant, { manage_inventory: false })
  const publish = { status: "published" }
  expect(await refusal(`/admin/products/${product.id}`, publish)).toMatch(/without the number in stock/)
  await staff.post(z.unknown(), `/admin/products/${product.id}`, { metadata: { stock_not_counted: true } })
  await staff.post(z.unknown(), `/admin/products/${product.id}`, publish)
})

const madeVariants = z.object({
  product: z.object({
    id: z.string(),
    variants: z.array(z.object({ id: z.string(), manage_inventory: z.boolean() })),
  }),
})
/** What Medusa's dialog sends when nothing but a name is typed. */
const medusasDefaults = async (title: string) => {
  const channels = z.object({ sales_channels: z.array(z.object({ id: z.string() })) })
  const {
    sales_channels: [channel],
  } = await staff.get(channels, "/admin/sales-channels")
  return {
    title,
    status: "draft",
    sales_channels: [channel],
    options: [{ title: "Default option", values: ["Default option value"] }],
    variants: [
      {
        ...{ title: "Default variant", manage_inventory: false, allow_backorder: false, prices: [] },
        options: { "Default option": "Default option value" },
      },
    ],
  }
}

it("the stock of a new product is counted, although Medusa's form does not say so, unless that is meant", async () => {
  const { product } = await staff.post(madeVariants, "/admin/products", await medusasDefaults("Counted"))
  expect(product.variants).toMatchObject([{ manage_inventory: true }])
  const onPurpose = { ...(await medusasDefaults("A download")), metadata: { stock_not_counted: true } }
  const uncounted = await staff.post(madeVariants, "/admin/products", onPurpose)
  expect(uncounted.product.variants).toMatchObject([{ manage_inventory: false }])
})

it("the stock of what is added later is counted too, one by one and in a batch", async () => {
  const defaults = await medusasDefaults(`Sizes ${Date.now().toString(16)}`)
  const size = (weight: string) => ({
    ...{ title: weight, sku: `${weight} ${defaults.title}`, prices: [], manage_inventory: false },
    options: { Weight: weight },
  })
  const { product } = await staff.post(madeVariants, "/admin/products", {
    ...defaults,
    options: [{ title: "Weight", values: ["250 g", "500 g", "1 kg"] }],
    variants: [size("250 g")],
  })
  const variants = `/admin/products/${product.id}/variants`
  await staff.post(z.unknown(), variants, size("500 g"))
  await staff.post(z.unknown(), `${variants}/batch`, { create: [size("1 kg")] })
  const batch = { create: [await medusasDefaults(`Batch ${Date.now().toString(16)}`)] }
  const { created } = await staff.post(
    z.object({ created: z.array(z.object({ id: z.string() })) }),
    "/admin/products/batch",
    batch,
  )
  const managed = `select v.manage_inventory as managed, count(l.id)::int as items from product_variant v
    left join product_variant_inventory_item l on l.variant_id = v.id and l.deleted_at is null
    where v.product_id = $1 and v.deleted_at is null group by v.id`
  const one = { managed: true, items: 1 }
  expect(await ask(managed, [product.id])).toEqual([one, one, one])
  expect(await ask(managed, [created[0]?.id])).toEqual([one])
})

it("a price for the shop's region is a price, and goes before the currency's", async () => {
  const product = await makeProduct(staff, { price: 5, status: "draft" })
  const { regions } = await staff.get(
    z.object({ regions: z.array(z.object({ id: z.string() })) }),
    "/admin/regions?currency_code=gbp",
  )
  const inRegion = { currency_code: "gbp", amount: 7, rules: { region_id: regions[0]?.id } }
  const path = `/admin/products/${product.id}/food-information`
  const variant = `/admin/products/${product.id}/variants/${product.variantId}`
  for (const others of [[], [{ currency_code: "gbp", amount: 6 }]]) {
    await staff.post(z.unknown(), variant, { prices: [inRegion, ...others] })
    const { missing, variants } = await staff.get(productFactsSchema, path)
    expect([missing, variants[0]?.price]).toEqual([[], "7.00"])
  }
  await staff.post(z.unknown(), `/admin/products/${product.id}`, { status: "published" })
  await eventually(async () => {
    expect(await call(productSchema, `/api/products/${product.slug}`)).toMatchObject({ price: "7.00" })
  })
})

it("a size without a price is hidden, and keeps no other size from being sold", async () => {
  const sizes = ["250 g", "500 g"].map((weight) => ({ weight, price: 5, stock: 3 }))
  const product = await makeProduct(staff, { sizes })
  const [first = "", second = ""] = product.variantIds
  const unprice = (id: string) => [`/admin/products/${product.id}/variants/${id}`, { prices: [] }] as const
  await staff.post(z.unknown(), ...unprice(second))
  const path = `/admin/products/${product.id}/food-information`
  const { missing, advised } = await staff.get(productFactsSchema, path)
  expect(missing).toEqual([])
  expect(advised).toContainEqual({ field: `variants.${second}.price`, words: "the price of “500 g”" })
  await eventually(async () => {
    const shown = await call(productSchema, `/api/products/${product.slug}`)
    expect(shown).toMatchObject({ weight: "250 g" })
    expect(shown.variants).toBeUndefined()
  })
  expect(await refusal(...unprice(first))).toMatch(/without the price of “250 g” and the price of “500 g”/)
})

it("a product that begins with a name goes on sale by one form, which lists what is missing", async () => {
  const name = `Mug ${Date.now().toString(16)}`
  const { product } = await staff.post(madeVariants, "/admin/products", await medusasDefaults(name))
  const path = `/admin/products/${product.id}/food-information`
  const draft = await staff.get(productFactsSchema, path)
  expect(draft.missing.map(({ words }) => words)).toEqual([
    "the price",
    ...["the name of the food", "the ingredients", "the allergens, or that there are none"],
    ...["the nutrition table", "how it is stored", "the net quantity of “Default variant”"],
  ])
  const stock = `variants.${product.variants[0]?.id ?? ""}.stock`
  expect(draft.advised.map(({ field }) => field)).toEqual(["pictures", "categories", stock])
  const size = { id: product.variants[0]?.id, weight: "350 ml", netQuantity: null }
  const form = { facts: draft.facts, badge: null, isFeatured: false, vat: "standard", isFood: false }
  const half = { ...form, variants: [{ ...size, stock: 4 }], publish: false }
  const saved = await staff.post(productFactsSchema, path, half)
  expect(saved.missing.map(({ words }) => words)).toEqual(["the price"])
  expect(await refusal(path, { ...form, variants: [size], publish: true })).toMatch(/without the price\./)
  await staff.post(z.unknown(), path, { ...form, variants: [{ ...size, price: "16.5" }], publish: true })
  await eventually(async () => {
    const shown = await call(productSchema, `/api/products/${name.toLowerCase().replace(" ", "-")}`)
    expect(shown).toMatchObject({ name, price: "16.50", stock: 4, weight: "350 ml" })
  })
})

it("a product whose only size has no name of its own shows shoppers none, also in a cart when it is no longer sold", async () => {
  const name = `Plate ${Date.now().toString(16)}`
  const { product } = await staff.post(madeVariants, "/admin/products", await medusasDefaults(name))
  const size = {
    id: product.variants[0]?.id,
    weight: "Default variant",
    netQuantity: null,
    stock: 4,
    price: "5",
  }
  const path = `/admin/products/${product.id}/food-information`
  const { facts } = await staff.get(productFactsSchema, path)
  await staff.post(z.unknown(), path, {
    ...{
      facts,
      badge: null,
      isFeatured: false,
      vat: "standard",
      isFood: false,
      variants: [size],
      publish: true,
    },
  })
  await eventually(async () => {
    const shown = await call(productSchema, `/api/products/${name.toLowerCase().replace(" ", "-")}`)
    expect(shown.weight).toBe("")
  })
  const cartId = freshCartId()
  await call(cartSchema, "/api/cart", {
    method: "POST",
    body: { cartId, productId: product.id, quantity: 1 },
  })
  await staff.post(z.unknown(), `/admin/products/${product.id}`, { status: "draft" })
  await eventually(async () => {
    const [line] = await call(cartSchema, `/api/cart/${cartId}`)
    expect(line?.product).toMatchObject({ name, weight: "", stock: 0 })
  })
})

/** A draft with a new type of its own, and a way to save whether it is food. */
async function makeTypedDraft(value: string) {
  const { id } = await makeProduct(staff, { status: "draft" })
  const { product_type: type } = await staff.post(
    z.object({ product_type: z.object({ id: z.string() }) }),
    "/admin/product-types",
    { value },
  )
  await staff.post(z.unknown(), `/admin/products/${id}`, { type_id: type.id })
  const path = `/admin/products/${id}/food-information`
  const { facts } = await staff.get(productFactsSchema, path)
  const form = { facts, badge: null, isFeatured: false, vat: "standard", variants: [], publish: false }
  const saveAs = async (isFood: boolean) => {
    const saved = await staff.post(productFactsSchema, path, { ...form, isFood })
    expect(saved.isFood).toBe(isFood)
    return ask(
      "select type_id, metadata ->> 'badge' as badge, metadata ->> 'not_food' as mark from product where id = $1",
      [id],
    )
  }
  return { typeId: type.id, saveAs }
}

it("a product that is switched to “not food” and back keeps its own product type", async () => {
  const { typeId, saveAs } = await makeTypedDraft(`Honey ${Date.now().toString(16)}`)
  for (const isFood of [false, false, true])
    expect(await saveAs(isFood)).toEqual([{ type_id: typeId, badge: null, mark: isFood ? null : "true" }])
})

it("a product whose type is a second “non-food” in other letters can be made food", async () => {
  const types = z.object({ product_types: z.array(z.object({ value: z.string() })) })
  const { product_types: known } = await staff.get(types, "/admin/product-types?value=Non-food")
  expect(known).toHaveLength(1)
  const { saveAs } = await makeTypedDraft("nOn-fOOD")
  expect(await saveAs(false)).toMatchObject([{ mark: null }])
  expect(await saveAs(true)).toEqual([{ type_id: null, badge: null, mark: null }])
})

/** A size that Medusa does not count: it never was, or staff unticked the box, after which its inventory item is left without a link. */
const UNCOUNTED = [
  ["never was", { metadata: { stock_not_counted: true } }],
  ["no longer is", {}],
] as const

it.each(UNCOUNTED)(
  "a size whose stock %s counted is counted as soon as its number is entered, also twice at once",
  async (_since, meant) => {
    const body = { ...(await medusasDefaults(`Candle ${Date.now().toString(16)}`)), ...meant }
    const sku = `CANDLE-${Date.now().toString(16)}`
    const variant = { ...body.variants[0], sku, prices: [{ currency_code: "gbp", amount: 5 }] }
    const { product } = await staff.post(madeVariants, "/admin/products", { ...body, variants: [variant] })
    const [id, variantId] = [product.id, product.variants[0]?.id ?? ""]
    await staff.post(z.unknown(), `/admin/products/${id}/variants/${variantId}`, { manage_inventory: false })
    const path = `/admin/products/${id}/food-information`
    const { facts } = await staff.get(productFactsSchema, path)
    const size = { id: variantId, weight: "One", netQuantity: null, stock: 7 }
    const form = { facts, isFood: false, badge: null, isFeatured: false, vat: "standard", publish: true }
    await Promise.all([1, 2].map(() => staff.post(z.unknown(), path, { ...form, variants: [size] })))
    const counted = `select i.stocked_quantity::int as stock, t.sku from product_variant_inventory_item l
      join product_variant v on v.id = l.variant_id and v.manage_inventory
      join inventory_item t on t.id = l.inventory_item_id and t.deleted_at is null
      join inventory_level i on i.inventory_item_id = l.inventory_item_id and i.deleted_at is null
      where l.variant_id = $1 and l.deleted_at is null`
    expect(await ask(counted, [variantId])).toEqual([{ stock: 7, sku }])
  },
)

it.each([
  ["of two pieces", "update product_variant_inventory_item set required_quantity = 2 where variant_id = $1"],
  [
    "that another size takes of",
    `update product_variant_inventory_item set inventory_item_id = (
      select inventory_item_id from product_variant_inventory_item where variant_id = $1) where variant_id = $2`,
  ],
  [
    "of two inventory items",
    `insert into product_variant_inventory_item (id, variant_id, inventory_item_id)
      select 'pvitem_two', $1, inventory_item_id from product_variant_inventory_item where variant_id = $2`,
  ],
])("the stock of a size %s is changed under Inventory only", async (_what, link) => {
  const sizes = ["250 g", "500 g"].map((weight) => ({ weight, price: 5, stock: 3 }))
  const product = await makeProduct(staff, { sizes, status: "draft" })
  await ask(link, link.includes("$2") ? product.variantIds : [product.variantId])
  const path = `/admin/products/${product.id}/food-information`
  const { facts, variants } = await staff.get(productFactsSchema, path)
  expect(variants[0]).toMatchObject({ isStockShared: true })
  const size = { id: product.variantId, weight: "250 g", netQuantity: null }
  const form = { facts, badge: "Half", isFeatured: false, vat: "zero", publish: false }
  expect(await refusal(path, { ...form, variants: [{ ...size, stock: 9 }] })).toMatch(/under Inventory/)
  expect(await staff.get(productFactsSchema, path)).toMatchObject({
    badge: null,
    variants: [{ stock: 3 }, {}],
  })
  await staff.post(z.unknown(), path, { ...form, variants: [size] })
})

// Only Medusa's checkout sells a product that is made of two pieces.
it.each([
  ["the fast path", 1],
  ["Medusa's", 2],
])(
  "two products that share an inventory item are refused with the number that is left, by %s",
  async (_path, pieces) => {
    const jar = await makeProduct(staff, { price: 5, stock: 2 })
    const pair = await makeProduct(staff, { price: 5, stock: 9 })
    await ask(
      `update product_variant_inventory_item set inventory_item_id = $2, required_quantity = $3 where variant_id = $1`,
      [pair.variantId, jar.inventoryItemId, pieces],
    )
    const cart = await fillCart(jar, 2)
    await fillCart(pair, 1, cart)
    const response = await tryOrder(checkoutOf(cart, 15))
    expect(response.status).toBe(409)
    expect(problemSchema.parse(await response.json())).toMatchObject({ code: "out_of_stock" })
    await setStock(staff, jar, 30)
    const placed = await tryOrder(checkoutOf(cart, 15))
    expect([placed.status, await placed.text()]).toEqual([201, expect.any(String)])
  },
)
