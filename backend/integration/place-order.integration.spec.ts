import { cartSchema, orderSchema, OUTSIDE_DELIVERY_AREA, placedOrderSchema } from "@shop/contracts"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { call, refused } from "./harness/call"
import { browserOf, checkoutOf, fillCart, order, tryOrder } from "./harness/checkout"
import { freshCartId, makeProduct } from "./harness/fixtures"
import { askDatabase } from "./harness/postgres"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const ask = (sql: string, values: unknown[] = []) => askDatabase(inject("databaseUrl"), sql, values)
const countOf = async (sql: string, values: unknown[] = []) =>
  z
    .array(z.object({ count: z.coerce.number() }))
    .length(1)
    .parse(await ask(`select count(*) from ${sql}`, values))[0]?.count

describe("an order", () => {
  it("in Bitcoin returns its number, its own address and the exact amount", async () => {
    const cartId = await fillCart(await makeProduct(staff, { price: 12.5 }), 2)
    const placed = await order(checkoutOf(cartId, 25))
    expect(placed).toMatchObject({ paymentMethod: "bitcoin", status: "awaiting_payment", total: "25.00" })
    expect(placed.bitcoin).toMatchObject({
      amountSats: "62500",
      amountBtc: "0.00062500",
      rate: "40000.00",
      state: "awaiting_payment",
    })
    expect(placed.bitcoinAddress).toMatch(/^bcrt1q/)
    expect(placed.bitcoinAddress).toBe(placed.bitcoin?.address)
    expect(placed.bitcoin?.uri).toContain(`bitcoin:${placed.bitcoinAddress ?? ""}?amount=0.000625`)
  })

  it("by card has no address and awaits staff", async () => {
    const cartId = await fillCart(await makeProduct(staff, { price: 5 }))
    const placed = await order(
      checkoutOf(cartId, 18, { paymentMethod: "card", shippingMethod: "special", shippingCost: 13 }),
    )
    expect(placed).toMatchObject({
      paymentMethod: "card",
      bitcoinAddress: null,
      bitcoin: null,
      total: "18.00",
    })
  })

  it("accepts amounts as numbers or as decimal strings", async () => {
    const cartId = await fillCart(await makeProduct(staff, { price: 5 }))
    await order(checkoutOf(cartId, 5, { shippingCost: "0.00", total: "5.0" }))
  })

  it("empties the cart and reserves the stock", async () => {
    const product = await makeProduct(staff, { stock: 10 })
    const cartId = await fillCart(product, 3)
    await order(checkoutOf(cartId, 15))
    expect(await call(cartSchema, `/api/cart/${cartId}`)).toEqual([])
    expect(
      await countOf("reservation_item where inventory_item_id = $1 and quantity = 3 and deleted_at is null", [
        product.inventoryItemId,
      ]),
    ).toBe(1)
  })

  it("shows no personal data to a client that knows its id", async () => {
    const cartId = await fillCart(await makeProduct(staff))
    const placed = await order(checkoutOf(cartId, 5))
    const seen = await call(orderSchema, `/api/orders/${placed.id}`)
    expect(seen.items).toHaveLength(1)
    expect(JSON.stringify(seen)).not.toMatch(/ada|lovelace|james|07700|sw1y/i)
  })

  it("shows the same customer, address, totals and payment in the admin", async () => {
    const cartId = await fillCart(await makeProduct(staff, { price: 7.35 }), 2)
    const placed = await order(checkoutOf(cartId, 27.7, { shippingMethod: "special", shippingCost: 13 }))
    const { order: seen } = await staff.get(
      z.object({ order: z.record(z.string(), z.unknown()) }),
      `/admin/orders/${placed.id}?fields=*shipping_address,*customer,total,shipping_total,payment_status,email`,
    )
    expect(seen).toMatchObject({
      email: "ada@example.com",
      total: 27.7,
      shipping_total: 13,
      payment_status: "awaiting",
      shipping_address: {
        first_name: "Ada",
        last_name: "Lovelace",
        city: "London",
        postal_code: "SW1Y 4JH",
        country_code: "gb",
      },
      customer: { email: "ada@example.com", has_account: false },
    })
  })
})

describe("the address of an order", () => {
  it("is corrected by staff within the delivery area only", async () => {
    const placed = await order(checkoutOf(await fillCart(await makeProduct(staff)), 5))
    const changeTo = (postcode: string) =>
      staff.send("POST", `/admin/orders/${placed.id}`, {
        shipping_address: { city: "Leeds", postal_code: postcode },
      })
    for (const [postcode, reason] of [
      ["GY1 1AA", OUTSIDE_DELIVERY_AREA],
      ["75001", "Please enter a valid UK postcode."],
    ] as const) {
      const refusal = await changeTo(postcode)
      expect(refusal.status).toBe(400)
      expect(await refusal.json()).toMatchObject({ message: reason })
    }
    expect((await changeTo("ls1\u00a01ab")).status).toBe(200)
    const { order: seen } = await staff.get(
      z.object({ order: z.record(z.string(), z.unknown()) }),
      `/admin/orders/${placed.id}?fields=*shipping_address`,
    )
    expect(seen).toMatchObject({
      shipping_address: { first_name: "Ada", city: "Leeds", postal_code: "LS1 1AB", country_code: "gb" },
    })
  })
})

describe("an invalid order is rejected with the reason, and nothing of it remains", () => {
  const counts = async () => [
    await countOf(`"order"`),
    await countOf("reservation_item"),
    await countOf("bitcoin_invoice"),
  ]

  it("a total that differs from ours: 409 with ours", async () => {
    const cartId = await fillCart(await makeProduct(staff, { price: 5 }))
    const before = await counts()
    const problem = await refused(409, "/api/orders", { method: "POST", body: checkoutOf(cartId, 4.99) })
    expect(problem).toMatchObject({
      code: "totals_changed",
      totals: { subtotal: "5.00", shippingCost: "0.00", total: "5.00" },
    })
    expect(await counts()).toEqual(before)
  })

  it("a delivery below its price: 409", async () => {
    const cartId = await fillCart(await makeProduct(staff, { price: 5 }))
    const body = checkoutOf(cartId, 5, { shippingMethod: "special", shippingCost: 0 })
    expect((await refused(409, "/api/orders", { method: "POST", body })).code).toBe("totals_changed")
  })

  it("a line that has sold out: 409 that names it", async () => {
    const product = await makeProduct(staff, { stock: 1, name: "Last jar of heather honey" })
    const [first, second] = [await fillCart(product), await fillCart(product)]
    await order(checkoutOf(first, 5))
    const problem = await refused(409, "/api/orders", { method: "POST", body: checkoutOf(second, 5) })
    expect(problem).toMatchObject({ code: "out_of_stock", available: 0 })
    expect(problem.detail).toContain("Last jar of heather honey")
  })

  it("an empty cart, and an unknown cart", async () => {
    expect(
      (await refused(409, "/api/orders", { method: "POST", body: checkoutOf(freshCartId(), 5) })).code,
    ).toBe("empty_cart")
  })

  it.each([
    ["postcode", "ABC 123", "Please enter a valid UK postcode."],
    ["postcode", "JE2 3AB", OUTSIDE_DELIVERY_AREA],
    ["email", "ada", "Please enter a valid email address."],
    ["name", "A", "Name must be at least 2 characters."],
    ["address", "12", "Please enter a valid address."],
    ["city", "", "Please select a city."],
    ["phone", "123", "Please enter a valid phone number."],
  ])("an invalid %s, with the specification's message", async (field, value, message) => {
    const body = { ...checkoutOf(freshCartId(), 5), [field]: value }
    const problem = await refused(400, "/api/orders", { method: "POST", body })
    expect(problem.errors).toContainEqual({ field, message })
  })

  it.each([
    { coupon: "FREE" },
    { total: 5.001 },
    { total: -5 },
    { cartId: "cart_1" },
    { shippingMethod: "drone" },
  ])("unknown keys and impossible values: %o", async (over) => {
    await refused(400, "/api/orders", { method: "POST", body: { ...checkoutOf(freshCartId(), 5), ...over } })
  })
})

describe("at the same time", () => {
  it("ten requests for one cart make one order with one invoice", async () => {
    const cartId = await fillCart(await makeProduct(staff, { stock: 50 }))
    const answers = await Promise.all(Array.from({ length: 10 }, () => tryOrder(checkoutOf(cartId, 5))))
    const placed = await Promise.all(
      answers.map(async (answer) => placedOrderSchema.parse(await answer.json())),
    )
    expect(new Set(placed.map(({ id }) => id)).size).toBe(1)
    expect(new Set(placed.map(({ bitcoinAddress }) => bitcoinAddress)).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200, 200, 200, 200, 200, 200, 200, 200, 200, 201,
    ])
    expect(await countOf("bitcoin_invoice where order_id = $1", [placed[0]?.id])).toBe(1)
    expect(await countOf("order_cart where cart_id = $1", [cartId])).toBe(1)
  })

  it("twenty buyers of the last three make three orders, and no address is skipped", async () => {
    const product = await makeProduct(staff, { stock: 3 })
    const carts = await Promise.all(Array.from({ length: 20 }, () => fillCart(product)))
    const answers = await Promise.all(carts.map((cartId) => tryOrder(checkoutOf(cartId, 5))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(17)
    expect(
      await countOf("reservation_item where inventory_item_id = $1 and deleted_at is null", [
        product.inventoryItemId,
      ]),
    ).toBe(3)
    const placed = "select order_id from order_cart where cart_id = any($1)"
    expect(await countOf(`bitcoin_invoice where order_id in (${placed})`, [carts])).toBe(3)
    expect(await countOf(`bitcoin_invoice where order_id not in (select id from "order")`)).toBe(0)
    const [wallet] = await ask(
      "select max(next_index) as next, (select count(*) from bitcoin_invoice) as used from bitcoin_wallet",
    )
    expect(Number(wallet?.["next"])).toBe(Number(wallet?.["used"]))
  })

  it("carts with the same products in different order do not deadlock", async () => {
    const [honey, sugar] = [await makeProduct(staff, { stock: 50 }), await makeProduct(staff, { stock: 50 })]
    const carts = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const [first, second] = index % 2 === 0 ? [honey, sugar] : [sugar, honey]
        return fillCart(second, 1, await fillCart(first))
      }),
    )
    const answers = await Promise.all(carts.map((cartId) => tryOrder(checkoutOf(cartId, 10))))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
  })
})

describe("a buyer's transaction id", () => {
  it.each(["tx_invented_123", "f".repeat(64), "<script>", "x".repeat(2048)])(
    "changes nothing: %s",
    async (transactionId) => {
      const placed = await order(checkoutOf(await fillCart(await makeProduct(staff)), 5))
      const after = await call(orderSchema, `/api/orders/${placed.id}/payment`, {
        method: "PATCH",
        headers: browserOf(placed.id),
        body: { transactionId },
      })
      expect(after.bitcoin).toEqual(placed.bitcoin)
      expect(
        await countOf("bitcoin_claim join bitcoin_invoice i on i.id = invoice_id where i.order_id = $1", [
          placed.id,
        ]),
      ).toBe(1)
    },
  )

  it("for an unknown order is rejected", async () => {
    await refused(404, "/api/orders/order_nobody/payment", { method: "PATCH", body: { transactionId: "tx" } })
    await refused(404, "/api/orders/order_nobody")
  })

  it("is rejected when it is missing or too long", async () => {
    const placed = await order(checkoutOf(await fillCart(await makeProduct(staff)), 5))
    const path = `/api/orders/${placed.id}/payment`
    await refused(400, path, { method: "PATCH", body: {} })
    await refused(400, path, { method: "PATCH", body: { transactionId: "x".repeat(3000) } })
  })
})
