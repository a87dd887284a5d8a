import { beforeAll, describe, expect, inject, it } from "vitest"
import { followedOrderSchema, problemSchema } from "@shop/contracts"
import { z } from "zod"
import { call, refused, send } from "./harness/call"
import { checkoutOf, fillCart, order, tryOrder } from "./harness/checkout"
import { freshCartId, makeProduct, type MadeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { applyCode, campaign, discountIn, makePromotion } from "./harness/promotions"
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
    const response = await tryOrder(checkoutOf(cartId, 0), undefined, elsewhere())
    expect(await response.json()).toMatchObject({ code: "nothing_to_pay" })
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
