import { beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { makeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { applyCode, makePromotion } from "./harness/promotions"
import { signInStaff, type Staff } from "./harness/staff"
import { ADAS_ADDRESS, openStoreApi, type StoreApi } from "./harness/store-api"

let staff: Staff
let store: StoreApi
beforeAll(async () => {
  staff = await signInStaff()
  store = await openStoreApi(staff, inject("backendUrl"))
})

/** The rows of an order, each found by its id. Only our path stores the cart's id, for recovery. */
const TABLES: Record<string, string> = {
  order: `select *, nullif(metadata - 'cart_id', '{}') as metadata from "order" where id = $1`,
  items: `select * from order_item where order_id = $1 order by quantity`,
  lines: `select l.* from order_line_item l join order_item i on i.item_id = l.id where i.order_id = $1 order by l.title`,
  lineTax: `select t.* from order_line_item_tax_line t join order_item i on i.item_id = t.item_id where i.order_id = $1 order by t.code`,
  delivery: `select m.* from order_shipping_method m join order_shipping s on s.shipping_method_id = m.id where s.order_id = $1`,
  deliveryTax: `select t.* from order_shipping_method_tax_line t join order_shipping s on s.shipping_method_id = t.shipping_method_id where s.order_id = $1`,
  lineAdjustments: `select a.* from order_line_item_adjustment a join order_item i on i.item_id = a.item_id where i.order_id = $1 order by a.amount`,
  deliveryAdjustments: `select a.* from order_shipping_method_adjustment a join order_shipping s on s.shipping_method_id = a.shipping_method_id where s.order_id = $1`,
  promotionLinks: `select * from order_promotion where order_id = $1 and deleted_at is null`,
  addresses: `select a.* from order_address a join "order" o on a.id in (o.shipping_address_id, o.billing_address_id) where o.id = $1`,
  summary: `select * from order_summary where order_id = $1`,
  collection: `select c.* from payment_collection c join order_payment_collection l on l.payment_collection_id = c.id where l.order_id = $1 and l.deleted_at is null`,
  session: `select s.* from payment_session s join order_payment_collection l on l.payment_collection_id = s.payment_collection_id where l.order_id = $1 and l.deleted_at is null`,
  payment: `select p.* from payment p join order_payment_collection l on l.payment_collection_id = p.payment_collection_id where l.order_id = $1 and l.deleted_at is null`,
  reservations: `select r.* from reservation_item r join order_item i on i.item_id = r.line_item_id where i.order_id = $1 order by r.quantity`,
  cartLinks: `select * from order_cart where order_id = $1 and deleted_at is null`,
  cartPayment: `select l.* from cart_payment_collection l join order_cart c on c.cart_id = l.cart_id where c.order_id = $1 and l.deleted_at is null`,
  cart: `select c.region_id, c.sales_channel_id, c.currency_code, c.email, c.completed_at from cart c join order_cart l on l.cart_id = c.id where l.order_id = $1`,
  customer: `select c.* from customer c join "order" o on o.customer_id = c.id where o.id = $1`,
}

/** Ids that must be equal; any other id must only exist. */
const SHARED_IDS = new Set([
  "region_id",
  "sales_channel_id",
  "variant_id",
  "product_id",
  "product_type_id",
  "tax_rate_id",
  "shipping_option_id",
  "inventory_item_id",
  "location_id",
  "provider_id",
])

/** What was declared about the products when they were sold; food-information.integration.spec.ts checks it. */
const OURS_ALONE = "product_snapshot"

function comparable(key: string, value: unknown): unknown {
  if (value instanceof Date) return "a time"
  if (key === "display_id" || key === "session_id") return "a separate number"
  if ((key === "id" || key.endsWith("_id")) && !SHARED_IDS.has(key) && value !== null) return "an id"
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const rows = Object.entries(value).filter(([inner]) => inner !== OURS_ALONE)
    return Object.fromEntries(rows.map(([inner, each]) => [inner, comparable(inner, each)]))
  }
  return value
}

async function rowsOf(orderId: string): Promise<Record<string, unknown>> {
  const tables = Object.entries(TABLES).map(async ([name, sql]) => {
    const found = z
      .array(z.record(z.string(), z.unknown()))
      .parse(await askDatabase(inject("databaseUrl"), sql, [orderId]))
    return [name, found.map((row) => comparable("", row))] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

describe("the fast path writes the same rows as Medusa's own checkout", () => {
  it.each([
    {
      paymentMethod: "bitcoin",
      providerId: "pp_bitcoin_bitcoin",
      shippingMethod: "standard",
      shippingCost: 0,
    },
    { paymentMethod: "card", providerId: "pp_system_default", shippingMethod: "special", shippingCost: 13 },
  ] as const)(
    "paid by $paymentMethod, sent $shippingMethod",
    async ({ paymentMethod, providerId, shippingMethod, shippingCost }) => {
      const [honey, sugar] = [
        await makeProduct(staff, { price: 10.35 }),
        await makeProduct(staff, { price: 4 }),
      ]
      const email = `parity-${paymentMethod}@example.com`

      const ourCart = await fillCart(sugar, 1, await fillCart(honey, 2))
      const ours = await order(
        checkoutOf(ourCart, 24.7 + shippingCost, { email, paymentMethod, shippingMethod, shippingCost }),
      )

      const theirCart = await store.createCart()
      await store.addItem(theirCart, honey.variantId, 2)
      await store.addItem(theirCart, sugar.variantId, 1)
      const theirs = await store.checkOut(theirCart, {
        email,
        address: ADAS_ADDRESS,
        shippingCode: shippingMethod,
        providerId,
      })

      const [ourRows, theirRows] = [await rowsOf(ours.id), await rowsOf(theirs)]
      expect(ourRows["lines"]).toHaveLength(2)
      expect(ourRows).toEqual(theirRows)
    },
  )
})

describe("with a discount code", () => {
  it("the fast path writes the same rows as Medusa's own checkout", async () => {
    const [honey, sugar] = [await makeProduct(staff, { price: 10.5 }), await makeProduct(staff, { price: 4 })]
    const { code } = await makePromotion(staff, { value: 10, isTaxInclusive: true })
    const email = `parity-${code.toLowerCase()}@example.com`

    const ourCart = await fillCart(sugar, 1, await fillCart(honey, 2))
    await applyCode(ourCart, code)
    const ours = await order(
      checkoutOf(ourCart, 35.5, { email, shippingMethod: "special", shippingCost: 13 }),
    )

    const theirCart = await store.createCart()
    await store.addItem(theirCart, honey.variantId, 2)
    await store.addItem(theirCart, sugar.variantId, 1)
    await store.addPromotion(theirCart, code)
    const buyer = { email, address: ADAS_ADDRESS, shippingCode: "special", providerId: "pp_bitcoin_bitcoin" }
    const theirs = await store.checkOut(theirCart, buyer)

    const [ourRows, theirRows] = [await rowsOf(ours.id), await rowsOf(theirs)]
    expect(ourRows["promotionLinks"]).toHaveLength(1)
    expect(ourRows).toEqual(theirRows)
  })
})

describe("a cart that needs the standard checkout takes it, with the same answer", () => {
  it("with a promotion the total is Medusa's, the invoice is for that total, and a repeated request returns the same order", async () => {
    const product = await makeProduct(staff, { price: 20 })
    const { code } = await makePromotion(staff, { value: 10, target: "items" })
    const cartId = await fillCart(product, 1)
    await store.addPromotion(cartId, code)
    const wrong = await fetch(new URL("/api/orders", inject("backendUrl")), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(checkoutOf(cartId, 20)),
    })
    expect(await wrong.json()).toMatchObject({ code: "totals_changed", totals: { total: "18.00" } })
    const placed = await order(checkoutOf(cartId, 18))
    expect(placed).toMatchObject({
      total: "18.00",
      bitcoin: { amountSats: "45000", state: "awaiting_payment" },
    })
    expect((await order(checkoutOf(cartId, 18))).id).toBe(placed.id)
  })

  it("with a promotion that began after the cart was filled, the buyer pays the lower price", async () => {
    const product = await makeProduct(staff, { price: 20 })
    const cartId = await fillCart(product, 1)
    const { promotion } = await staff.post(
      z.object({ promotion: z.object({ id: z.string() }) }),
      "/admin/promotions",
      {
        code: `AUTO${product.slug.slice(-6).toUpperCase()}`,
        type: "standard",
        status: "active",
        is_automatic: true,
        rules: [],
        application_method: {
          type: "percentage",
          target_type: "items",
          allocation: "across",
          value: 25,
          currency_code: "gbp",
          target_rules: [{ attribute: "items.product.id", operator: "in", values: [product.id] }],
        },
      },
    )
    try {
      expect(await order(checkoutOf(cartId, 15))).toMatchObject({ total: "15.00" })
    } finally {
      await staff.remove(`/admin/promotions/${promotion.id}`)
    }
  })
})

describe("the delivery of an order", () => {
  it("is never one that staff disabled, though a browser still shows it", async () => {
    const product = await makeProduct(staff, { price: 20 })
    const optionSchema = z.object({
      id: z.string(),
      type: z.object({ code: z.string() }),
      rules: z.array(z.object({ id: z.string(), attribute: z.string() })),
    })
    const { shipping_options: options } = await staff.get(
      z.object({ shipping_options: z.array(optionSchema) }),
      "/admin/shipping-options?fields=id,type.code,rules.id,rules.attribute",
    )
    const special = options.find(({ type }) => type.code === "special")
    const rule = special?.rules.find(({ attribute }) => attribute === "enabled_in_store")
    const enable = (value: "true" | "false") =>
      staff.post(z.unknown(), `/admin/shipping-options/${special?.id ?? ""}`, {
        rules: [{ id: rule?.id, attribute: "enabled_in_store", operator: "eq", value }],
      })
    await enable("false")
    try {
      const body = checkoutOf(await fillCart(product, 1), 33, { shippingMethod: "special", shippingCost: 13 })
      const response = await send("/api/orders", { method: "POST", body })
      expect(response.status).toBe(409)
      expect(await response.json()).toMatchObject({ code: "no_delivery" })
    } finally {
      await enable("true")
    }
  })
})
