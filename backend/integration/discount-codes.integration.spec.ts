import { beforeAll, describe, expect, inject, it } from "vitest"
import { bitcoinRateSchema, followedOrderSchema, placedOrderSchema, problemSchema } from "@shop/contracts"
import { z } from "zod"
import { call, refused, send } from "./harness/call"
import { checkoutOf, fillCart, order, tryOrder } from "./harness/checkout"
import { freshCartId, makeProduct, type MadeProduct } from "./harness/fixtures"
import { pack } from "./harness/parcel"
import { askDatabase } from "./harness/postgres"
import { applyCode, campaign, discountIn, makePromotion } from "./harness/promotions"
import { cookiesOf } from "./harness/shopper"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
/** £20. */
let honey: MadeProduct
beforeAll(async () => {
  staff = await signInStaff()
  honey = await makeProduct(staff, { price: 20, stock: 500 })
})

const cartDiscount = async (cartId: string) => discountIn(await send(`/api/cart/${cartId}`))
const readOrder = (id: string) => call(followedOrderSchema, `/api/orders/${id}`)
/** Each from another client, so that no limit of unpaid orders is met. */
let client = 0
const elsewhere = () => `203.0.113.${(client += 1)}`

/** How often Medusa's admin says that the promotion was used. */
async function usesOf(promotionId: string): Promise<number> {
  const { promotion } = await staff.get(
    z.object({ promotion: z.object({ used: z.number() }) }),
    `/admin/promotions/${promotionId}`,
  )
  return promotion.used
}

describe("a discount code", () => {
  it("takes a percentage off the goods, to the penny, in cart, order and invoice", async () => {
    const [tea, sugar] = [
      await makeProduct(staff, { price: 3.33 }),
      await makeProduct(staff, { price: 1.11 }),
    ]
    const { code } = await makePromotion(staff, { value: 10 })
    const cartId = await fillCart(sugar, 1, await fillCart(tea, 1))
    const applied = await applyCode(cartId, code.toLowerCase())
    expect(applied.status).toBe(200)
    // 10 % of £4.44 is 44.4 pence.
    expect(discountIn(applied)).toEqual({
      code,
      problem: null,
      applied: [code],
      goods: "0.44",
      delivery: { standard: "0.00", special: "13.00" },
    })
    const placed = await order(checkoutOf(cartId, 4), undefined, elsewhere())
    expect(placed).toMatchObject({ total: "4.00", bitcoin: { amountSats: "10000" } })
    expect(await readOrder(placed.id)).toMatchObject({
      subtotal: "4.44",
      discount: { codes: [code], goods: "0.44", delivery: "0.00" },
      total: "4.00",
    })
  })

  it("takes an amount off what is paid, VAT included", async () => {
    const { code } = await makePromotion(staff, { type: "fixed", value: 5 })
    const cartId = await fillCart(honey, 2)
    await applyCode(cartId, code)
    expect(await order(checkoutOf(cartId, 35), undefined, elsewhere())).toMatchObject({ total: "35.00" })
  })

  it("never takes off more than the goods cost", async () => {
    const { code } = await makePromotion(staff, { type: "fixed", value: 100 })
    const cartId = await fillCart(honey, 1)
    expect(discountIn(await applyCode(cartId, code))).toMatchObject({ goods: "20.00" })
    expect(await order(checkoutOf(cartId, 0), undefined, elsewhere())).toMatchObject({ total: "0.00" })
  })

  it("makes a delivery free", async () => {
    const { code } = await makePromotion(staff, { value: 100, target: "shipping_methods" })
    const cartId = await fillCart(honey, 1)
    expect(discountIn(await applyCode(cartId, code))).toMatchObject({
      goods: "0.00",
      delivery: { special: "0.00" },
    })
    const body = checkoutOf(cartId, 20, { shippingMethod: "special", shippingCost: 0 })
    const placed = await order(body, undefined, elsewhere())
    expect(await readOrder(placed.id)).toMatchObject({
      shippingCost: "0.00",
      discount: { codes: [code], goods: "0.00", delivery: "13.00" },
      total: "20.00",
    })
  })

  it("replaces the code before, and can be removed", async () => {
    const [ten, twenty] = [
      await makePromotion(staff, { value: 10 }),
      await makePromotion(staff, { value: 20 }),
    ]
    const cartId = await fillCart(honey, 1)
    await applyCode(cartId, ten.code)
    expect(discountIn(await applyCode(cartId, twenty.code))).toMatchObject({
      applied: [twenty.code],
      goods: "4.00",
    })
    const removed = await send(`/api/cart/${cartId}/discount`, { method: "DELETE" })
    expect([removed.status, discountIn(removed)]).toEqual([200, null])
    expect(await order(checkoutOf(cartId, 20), undefined, elsewhere())).toMatchObject({ total: "20.00" })
  })

  it("follows the cart as it changes, and says when its minimum is missed", async () => {
    const { code } = await makePromotion(staff, {
      value: 10,
      rules: [{ attribute: "item_total", operator: "gte", values: ["30"] }],
    })
    const cartId = await fillCart(honey, 1)
    const path = `/api/cart/${cartId}/discount`
    const early = await refused(409, path, { method: "POST", body: { code } })
    expect(early).toMatchObject({
      code: "code_refused",
      detail: `The code ${code} is for orders from £30.00. Add £10.00 more to use it.`,
    })
    await fillCart(honey, 1, cartId)
    expect(discountIn(await applyCode(cartId, code))).toMatchObject({ goods: "4.00", problem: null })
    const [line] = await call(z.array(z.object({ id: z.string() })), `/api/cart/${cartId}`)
    const fewer = await send(`/api/cart/${line?.id ?? ""}`, { method: "PATCH", body: { quantity: 1 } })
    expect(discountIn(fewer)).toMatchObject({
      code,
      applied: [],
      goods: "0.00",
      problem: `The code ${code} is for orders from £30.00. Add £10.00 more to use it.`,
    })
    const response = await tryOrder(checkoutOf(cartId, 18), undefined, elsewhere())
    expect(await response.json()).toMatchObject({
      code: "totals_changed",
      totals: { total: "20.00", discount: "0.00" },
    })
  })

  it.each([
    ["unknown", undefined, /We don't know the code/],
    ["not started", { starts_at: "2090-03-01T12:00:00Z" }, /starts on 1 March/],
    ["over", { starts_at: "2020-01-01T00:00:00Z", ends_at: "2020-02-01T12:00:00Z" }, /ended on 1 February/],
  ])("that is %s is refused with the reason, and the code before stays", async (_, dates, sentence) => {
    const before = await makePromotion(staff, { value: 10 })
    const { code } = dates
      ? await makePromotion(staff, { value: 50, campaign: campaign(dates) })
      : { code: "NOSUCHCODE" }
    const cartId = await fillCart(honey, 1)
    await applyCode(cartId, before.code)
    const problem = await refused(409, `/api/cart/${cartId}/discount`, { method: "POST", body: { code } })
    expect(problem.detail).toMatch(sentence)
    expect(await cartDiscount(cartId)).toMatchObject({ code: before.code, goods: "2.00" })
  })

  it.each(["", " ", "x".repeat(51), 12])("that is no code (%j) is refused", async (code) => {
    const cartId = await fillCart(honey, 1)
    await refused(400, `/api/cart/${cartId}/discount`, { method: "POST", body: { code } })
  })

  it("needs a cart with something in it", async () => {
    const { code } = await makePromotion(staff, { value: 10 })
    const path = `/api/cart/${freshCartId()}/discount`
    expect(await refused(409, path, { method: "POST", body: { code } })).toMatchObject({ code: "empty_cart" })
  })

  it("of one customer group is for its customers only", async () => {
    const { code } = await makePromotion(staff, {
      value: 10,
      rules: [{ attribute: "customer.groups.id", operator: "in", values: ["cusgroup_friends"] }],
    })
    const cartId = await fillCart(honey, 1)
    await refused(409, `/api/cart/${cartId}/discount`, { method: "POST", body: { code } })
  })
})

describe("the limits of a code", () => {
  it("hold when twenty buyers order at once: five pay less, fifteen are told that it is used up", async () => {
    const promotion = await makePromotion(staff, { value: 10, limit: 5 })
    const carts = await Promise.all(Array.from({ length: 20 }, () => fillCart(honey, 1)))
    for (const cartId of carts) expect((await applyCode(cartId, promotion.code)).status).toBe(200)
    const answers = await Promise.all(
      carts.map(async (cartId, number) => {
        const body = checkoutOf(cartId, 18, { email: `rush-${number}-${promotion.id}@example.com` })
        const response = await tryOrder(body, undefined, elsewhere())
        return {
          status: response.status,
          body: z.record(z.string(), z.unknown()).parse(await response.json()),
        }
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const rejected = answers
      .filter(({ status }) => status === 409)
      .map(({ body }) => z.core.parse(problemSchema, body))
    expect(rejected).toHaveLength(15)
    for (const each of rejected) {
      expect(each).toMatchObject({ code: "totals_changed", totals: { total: "20.00" } })
      expect(each.detail).toContain(`The code ${promotion.code} has been used up.`)
    }
    expect(await usesOf(promotion.id)).toBe(5)
  })

  it.each(["customer_email", "customer_id"])("count one use for each mailbox, by %s", async (attribute) => {
    const { code } = await makePromotion(staff, {
      value: 10,
      campaign: campaign({ budget: { type: "use_by_attribute", attribute, limit: 1 } }),
    })
    const buy = async (email: string) => {
      const cartId = await fillCart(honey, 1)
      expect(discountIn(await applyCode(cartId, code))).toMatchObject({ goods: "2.00" })
      return tryOrder(checkoutOf(cartId, 18, { email }), undefined, elsewhere())
    }
    const mark = code.toLowerCase()
    expect((await buy(`grace-${mark}@example.com`)).status).toBe(201)
    for (const spelling of [
      `grace-${mark}@example.com`,
      `Grace-${mark}@Example.com`,
      `grace-${mark}+2@example.com`,
    ])
      expect(z.core.parse(problemSchema, await (await buy(spelling)).json()), spelling).toMatchObject({
        code: "totals_changed",
        detail: `You have used the code ${code} before. The total is now £20.00. Please check it and complete your order again.`,
      })
    expect((await buy(`joan-${mark}@example.com`)).status).toBe(201)
  })

  it("hold when one guest orders six times at once, each time with another spelling", async () => {
    const { code } = await makePromotion(staff, {
      value: 10,
      campaign: campaign({ budget: { type: "use_by_attribute", attribute: "customer_id", limit: 1 } }),
    })
    const buy = async (spelling: string) => {
      const cartId = await fillCart(honey, 1)
      await applyCode(cartId, code)
      const email = `${spelling}-${code.toLowerCase()}@example.com`
      return (await tryOrder(checkoutOf(cartId, 18, { email }), undefined, elsewhere())).status
    }
    const spellings = ["guest", "Guest", "GUEST", "gUest", "guEst", "gueSt"]
    expect((await Promise.all(spellings.map(buy))).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  it("end a campaign's budget in pounds", async () => {
    const { code } = await makePromotion(staff, {
      value: 50,
      campaign: campaign({ budget: { type: "spend", limit: 15, currency_code: "gbp" } }),
    })
    const cartId = await fillCart(honey, 1)
    await applyCode(cartId, code)
    await order(checkoutOf(cartId, 10), undefined, elsewhere())
    const next = await fillCart(honey, 1)
    const problem = await refused(409, `/api/cart/${next}/discount`, { method: "POST", body: { code } })
    expect(problem.detail).toBe(`The code ${code} has been used up.`)
  })

  it("give a use back when its order is cancelled", async () => {
    const promotion = await makePromotion(staff, { value: 10, limit: 1 })
    const cartId = await fillCart(honey, 1)
    await applyCode(cartId, promotion.code)
    const { id } = await order(checkoutOf(cartId, 18), undefined, elsewhere())
    const next = await fillCart(honey, 1)
    const path = `/api/cart/${next}/discount`
    const problem = await refused(409, path, { method: "POST", body: { code: promotion.code } })
    expect(problem.detail).toBe(`The code ${promotion.code} has been used up.`)
    await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
    await expect.poll(() => usesOf(promotion.id)).toBe(0)
    expect((await applyCode(next, promotion.code)).status).toBe(200)
  })

  it("count no order that was not written", async () => {
    const promotion = await makePromotion(staff, { value: 10, limit: 1 })
    const scarce = await makeProduct(staff, { price: 20, stock: 1 })
    const [first, second] = [await fillCart(scarce, 1), await fillCart(scarce, 1)]
    await order(checkoutOf(first, 20), undefined, elsewhere())
    await applyCode(second, promotion.code)
    const response = await tryOrder(checkoutOf(second, 18), undefined, elsewhere())
    expect(await response.json()).toMatchObject({ code: "out_of_stock" })
    expect(await usesOf(promotion.id)).toBe(0)
  })
})

describe("a promotion that staff apply to every cart", () => {
  it("is shown in the cart and ordered on the fast path", async () => {
    const product = await makeProduct(staff, { price: 20 })
    const promotion = await makePromotion(staff, {
      value: 25,
      target: "items",
      isAutomatic: true,
      rules: [{ attribute: "currency_code", operator: "eq", values: ["gbp"] }],
    })
    try {
      const cartId = await fillCart(product, 1)
      expect(await cartDiscount(cartId)).toMatchObject({
        code: null,
        applied: [promotion.code],
        goods: "5.00",
      })
      const { id } = await order(checkoutOf(cartId, 15), undefined, elsewhere())
      const [row] = await askDatabase(
        inject("databaseUrl"),
        `select id from order_promotion where order_id = $1`,
        [id],
      )
      expect(row).toBeDefined()
    } finally {
      await staff.remove(`/admin/promotions/${promotion.id}`)
    }
  })
})

/** Only Medusa's own checkout sells a variant whose stock is not counted. */
const withoutStockCount = async ({ variantId }: MadeProduct) => {
  await askDatabase(
    inject("databaseUrl"),
    "update product_variant set manage_inventory = false where id = $1",
    [variantId],
  )
}

describe.each([
  { path: "on the fast path", prepare: () => Promise.resolve() },
  { path: "by Medusa's own checkout", prepare: withoutStockCount },
])("an order of £0 $path", ({ prepare }) => {
  const ask = (sql: string, values: unknown[]) =>
    askDatabase<Record<string, unknown>>(inject("databaseUrl"), sql, values)
  async function freeCart(stock = 10) {
    const product = await makeProduct(staff, { price: 6, stock })
    await prepare(product)
    const { code } = await makePromotion(staff, { value: 100 })
    const cartId = await fillCart(product, 2)
    await applyCode(cartId, code)
    return { product, cartId }
  }

  it.each(["bitcoin", "card"] as const)(
    "is paid at once, whether by %s: no address and no page",
    async (paymentMethod) => {
      const { cartId } = await freeCart()
      const [before] = await ask("select max(next_index) as next from bitcoin_wallet", [])
      const body = checkoutOf(cartId, 0, { paymentMethod })
      const placed = await order(body, undefined, elsewhere())
      expect(placed).toMatchObject({ total: "0.00", status: "paid", bitcoin: null, bitcoinAddress: null })
      expect(placed).toMatchObject({ cardPayment: null, cardPaymentUrl: null })
      expect(await order(body, undefined, elsewhere())).toEqual(placed)
      expect(await readOrder(placed.id)).toMatchObject({ status: "paid", estimate: { isUnpaid: false } })
      expect(
        await ask(
          `select (select count(*) from payment_session s join order_payment_collection l using (payment_collection_id)
                  where l.order_id = $1)::int as sessions,
                (select count(*) from unpaid_order where cart_id = $2)::int as unpaid,
                (select count(*) from bitcoin_invoice where order_id = $1)::int as invoices,
                (select max(next_index) from bitcoin_wallet) as next`,
          [placed.id, cartId],
        ),
      ).toEqual([{ sessions: 0, unpaid: 0, invoices: 0, next: before?.next }])
      const { order: seen } = await staff.get(
        z.object({ order: z.object({ payment_status: z.string() }) }),
        `/admin/orders/${placed.id}?fields=payment_status`,
      )
      expect(seen.payment_status).toBe("captured")
    },
  )

  it("is in the list to pack, can be packed, and is not cancelled as unpaid", async () => {
    const { product, cartId } = await freeCart()
    const { id } = await order(checkoutOf(cartId, 0), undefined, elsewhere())
    const { orders } = await staff.get(
      z.object({ orders: z.array(z.object({ id: z.string() })) }),
      "/admin/order-lists?list=to_pack",
    )
    expect(orders).toContainEqual({ id })
    const { rows } = await staff.get(
      z.object({ rows: z.array(z.object({ variants: z.array(z.object({ heldByUnpaid: z.number() })) })) }),
      `/admin/stock-overview?view=all&q=${encodeURIComponent(product.name)}`,
    )
    expect(rows.flatMap(({ variants }) => variants)).toEqual([{ heldByUnpaid: 0 }])
    await pack(staff, id)
    expect(await readOrder(id)).toMatchObject({ status: "paid" })
  })

  it("can be cancelled by its buyer, which releases its stock and returns no money", async () => {
    const { cartId } = await freeCart()
    const placed = await tryOrder(checkoutOf(cartId, 0), undefined, elsewhere())
    const { id } = placedOrderSchema.parse(await placed.json())
    const headers = { cookie: cookiesOf(placed)[0]?.split(";")[0] ?? "" }
    const owned = await call(followedOrderSchema, `/api/orders/${id}`, { headers })
    expect(owned.owner?.cancellation).toMatchObject({ until: null, refund: "none" })
    await send(`/api/orders/${id}/cancellation`, { method: "POST", body: {}, headers })
    expect(await readOrder(id)).toMatchObject({ status: "cancelled" })
    const reserved = await ask(
      `select r.id from reservation_item r join order_item i on i.item_id = r.line_item_id
        where i.order_id = $1 and r.deleted_at is null`,
      [id],
    )
    expect(reserved).toEqual([])
  })

  it("is rejected while its cart costs something", async () => {
    const product = await makeProduct(staff, { price: 6 })
    await prepare(product)
    const response = await tryOrder(checkoutOf(await fillCart(product), 0), undefined, elsewhere())
    expect(await response.json()).toMatchObject({ code: "totals_changed", totals: { total: "6.00" } })
  })
})

it("an order that credit pays in full is placed like one of £0", async () => {
  const product = await makeProduct(staff, { price: 6 })
  const cartId = await fillCart(product)
  await askDatabase(
    inject("databaseUrl"),
    'insert into credit_line (id, cart_id, amount, raw_amount) values ($1, $2, 6, \'{"value": "6"}\')',
    [`cacl_${cartId}`, cartId],
  )
  const placed = await order(checkoutOf(cartId, 0), undefined, elsewhere())
  expect(placed).toMatchObject({ total: "0.00", status: "paid", bitcoin: null })
})

describe("an amount that is too small", () => {
  it("for Bitcoin's network is not placed; the smallest one asks for exactly its price", async () => {
    const tooLittle = await makeProduct(staff, { price: 0.11 })
    const refusal = await tryOrder(checkoutOf(await fillCart(tooLittle), 0.11), undefined, elsewhere())
    expect(refusal.status).toBe(409)
    expect(problemSchema.parse(await refusal.json())).toMatchObject({
      code: "amount_too_small",
      detail:
        "Less than £0.12 cannot be paid in Bitcoin. Please choose another way to pay, or add something to your cart.",
    })
    const reserved = await askDatabase(
      inject("databaseUrl"),
      "select id from reservation_item where inventory_item_id = $1",
      [tooLittle.inventoryItemId],
    )
    expect(reserved).toEqual([])
    const { least } = await call(bitcoinRateSchema, "/api/bitcoin/rate")
    expect(least).toBe("0.12")
    const least12 = await makeProduct(staff, { price: 0.12 })
    const { bitcoin } = await order(checkoutOf(await fillCart(least12), 0.12), undefined, elsewhere())
    expect(bitcoin).toMatchObject({ amountSats: "300", remainingSats: "300" })
    expect(bitcoin?.uri).toContain("amount=0.000003&")
  })

  it("can be paid another way", async () => {
    const product = await makeProduct(staff, { price: 0.01 })
    const body = checkoutOf(await fillCart(product), 0.01, { paymentMethod: "card" })
    expect(await order(body, undefined, elsewhere())).toMatchObject({ total: "0.01" })
  })
})
