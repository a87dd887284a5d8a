import { problemSchema } from "@shop/contracts"
import { stockOverviewSchema, unpaidClientsSchema } from "@shop/contracts/staff"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { checkoutOf, fillCart, order, tryOrder } from "../harness/checkout"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { startOwnBackend } from "../harness/own-backend"
import { askDatabase } from "../harness/postgres"
import { WITH_ORDER_LIMITS } from "../harness/settings"
import { signInStaff, type Staff } from "../harness/staff"

const ORDERS_EACH = 50
/** 50 in `npm test`; `RUSH_PRODUCTS=20` takes a thousand. */
const PRODUCTS = z.coerce.number().int().positive().default(1).parse(process.env["RUSH_PRODUCTS"])
const ALL = PRODUCTS * ORDERS_EACH

let backend: Awaited<ReturnType<typeof startOwnBackend>>
let staff: Staff
beforeAll(async () => {
  backend = await startOwnBackend("parallel_checkouts", {
    ...WITH_ORDER_LIMITS,
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    UNPAID_ORDERS_CHECK_SECONDS: "0.3",
  })
  staff = await signInStaff(backend.url)
})
afterAll(async () => {
  await backend.stop()
})

const count = async (sql: string): Promise<number> => {
  const [row] = await askDatabase<{ count: number }>(backend.databaseUrl, sql)
  return row?.count ?? Number.NaN
}
let people = 0
const someEmail = () => `buyer-${String(++people)}@x.test`
const place = (product: MadeProduct, from: string, email = someEmail(), quantity = 1) =>
  fillCart(product, quantity, undefined, backend.url).then((cartId) =>
    order(checkoutOf(cartId, 5 * quantity, { email, paymentMethod: "card" }), backend.url, from),
  )
/** The code of the rejection, or "placed". */
const attempt = async (product: MadeProduct, from: string, email = someEmail(), quantity = 1) => {
  const cartId = await fillCart(product, quantity, undefined, backend.url)
  const body = checkoutOf(cartId, 5 * quantity, { email, paymentMethod: "card" })
  const response = await tryOrder(body, backend.url, from)
  return response.ok ? "placed" : z.core.parse(problemSchema, await response.json()).code
}
const tally = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].sort().map((code) => [code, outcomes.filter((o) => o === code).length]),
  )
const times = <Result>(length: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length }, (_, index) => work(index)))

it(`${String(ALL)} checkouts at the same time get as many addresses, one after the other and without a gap`, async () => {
  const products: MadeProduct[] = []
  for (let made = 0; made < PRODUCTS; made++) products.push(await makeProduct(staff, { stock: ORDERS_EACH }))
  const buyers = products.flatMap((product) => Array.from({ length: ORDERS_EACH }, () => product))

  const placed = await Promise.all(
    buyers.map(async (product, index) => {
      const cartId = await fillCart(product, 1, undefined, backend.url)
      const from = `10.1.${String(index >> 8)}.${String(index & 255)}`
      return order(checkoutOf(cartId, 5, { email: someEmail() }), backend.url, from)
    }),
  )

  expect(new Set(placed.map(({ id }) => id)).size).toBe(ALL)
  expect(new Set(placed.map(({ bitcoinAddress }) => bitcoinAddress)).size).toBe(ALL)
  const indexes = await askDatabase<{ address_index: number }>(
    backend.databaseUrl,
    "select address_index from bitcoin_invoice order by address_index",
  )
  expect(indexes.map(({ address_index }) => address_index)).toEqual(
    Array.from({ length: ALL }, (_, index) => index),
  )
  expect(await askDatabase(backend.databaseUrl, "select next_index from bitcoin_wallet")).toEqual([
    { next_index: ALL },
  ])
  expect(await count("select count(distinct order_id)::int from bitcoin_invoice")).toBe(ALL)
  expect(await count(`select count(*)::int from "order"`)).toBe(ALL)
  expect(await count("select sum(reserved_quantity)::int as count from inventory_level")).toBe(ALL)
  expect(await count("select count(*)::int from reservation_item where deleted_at is null")).toBe(ALL)
})

describe("stock that unpaid orders hold", () => {
  it("twenty buyers behind one address can buy; it holds at most a third of a product, and thirty orders", async () => {
    const [product, second] = [
      await makeProduct(staff, { stock: 60 }),
      await makeProduct(staff, { stock: 99 }),
    ]
    const office = "203.0.113.7"
    expect(tally(await times(20, () => attempt(product, office)))).toEqual({ placed: 20 })
    expect(await attempt(product, office)).toBe("held_for_payment")
    expect(await attempt(product, "203.0.113.8")).toBe("placed")
    expect(tally(await times(13, () => attempt(second, office)))).toEqual({
      placed: 10,
      too_many_unpaid_orders: 3,
    })
  })

  it("concurrent orders of one address take no more than a third of a product", async () => {
    const product = await makeProduct(staff, { stock: 12 })
    const outcomes = await times(6, () => attempt(product, "203.0.113.20"))
    expect(tally(outcomes)).toEqual({ held_for_payment: 2, placed: 4 })
  })

  it("an IPv6 network /56 is one address, and three pieces are always allowed", async () => {
    const product = await makeProduct(staff, { stock: 4 })
    expect(await attempt(product, "2001:db8:1:2300::1", someEmail(), 4)).toBe("held_for_payment")
    expect(await attempt(product, "2001:db8:1:2300::1", someEmail(), 3)).toBe("placed")
    expect(await attempt(product, "2001:db8:1:23ff::9")).toBe("held_for_payment")
    expect(await attempt(product, "2001:db8:1:2400::1")).toBe("placed")
  })

  it("concurrent orders of one mailbox number five at most, by our own checkout and by Medusa's", async () => {
    const product = await makeProduct(staff, { stock: 90 })
    const spellings = ["one-mailbox@x.test", "One-Mailbox@X.test", "one-mailbox+shop@x.test"]
    const buy = (index: number) =>
      attempt(product, `198.51.100.${String(index)}`, spellings[index % spellings.length])
    expect(tally(await times(4, buy))).toEqual({ placed: 4 })
    const variant = `/admin/products/${product.id}/variants/${product.variantId}`
    await staff.post(z.unknown(), variant, { allow_backorder: true })
    expect(tally(await times(3, buy))).toEqual({ placed: 1, too_many_unpaid_orders: 2 })
    await staff.post(z.unknown(), variant, { allow_backorder: false })
    expect(tally(await times(2, buy))).toEqual({ too_many_unpaid_orders: 2 })
  })

  it("an order has at most fifty pieces of a product", async () => {
    const product = await makeProduct(staff, { stock: 200 })
    expect(await attempt(product, "203.0.113.40", someEmail(), 51)).toBe("too_many_pieces")
    expect(await attempt(product, "203.0.113.40", someEmail(), 50)).toBe("placed")
  })

  it("has another limit for a product if staff set one in its metadata, which a wrong value does not", async () => {
    const product = await makeProduct(staff, { stock: 200 })
    const limit = (pieces_per_line: string) =>
      staff.post(z.unknown(), `/admin/products/${product.id}`, { metadata: { pieces_per_line } })
    await limit("60")
    expect(await attempt(product, "203.0.113.41", someEmail(), 61)).toBe("too_many_pieces")
    expect(await attempt(product, "203.0.113.41", someEmail(), 51)).toBe("placed")
    await limit("2")
    expect(await attempt(product, "203.0.113.42", someEmail(), 3)).toBe("too_many_pieces")
    await limit("two")
    expect(await attempt(product, "203.0.113.42", someEmail(), 3)).toBe("placed")
  })

  it("is free again when a card order was not paid in time; a paid order stays and counts no more", async () => {
    const product = await makeProduct(staff, { stock: 6 })
    const client = "203.0.113.50"
    const [late, paid] = [await place(product, client, someEmail(), 2), await place(product, client)]
    await staff.post(z.unknown(), `/admin/payments/${await paymentOf(paid.id)}/capture`, {})
    expect(await attempt(product, client, someEmail(), 2)).toBe("held_for_payment")
    const ids = [[late.id, paid.id]]
    const ask = (sql: string) => askDatabase(backend.databaseUrl, sql, ids)
    await ask(`update "order" set created_at = now() - interval '97 hours' where id = any($1)`)
    await ask(
      `update unpaid_order u set created_at = now() - interval '97 hours' from order_cart l
        where l.cart_id = u.cart_id and l.order_id = any($1)`,
    )
    const records =
      "select 1 from unpaid_order u join order_cart l using (cart_id) where l.order_id = any($1)"
    await expect.poll(() => ask(records)).toEqual([])
    expect(await ask(`select status from "order" where id = any($1) order by display_id`)).toEqual([
      { status: "canceled" },
      { status: "pending" },
    ])
    expect(await attempt(product, client, someEmail(), 3)).toBe("placed")
  })

  it("is shown to staff, who can cancel all unpaid orders of one address", async () => {
    const product = await makeProduct(staff, { stock: 50, name: "Heather honey of a hoarder" })
    const held = async () => {
      const { rows } = await staff.get(stockOverviewSchema, "/admin/stock-overview?q=hoarder")
      return rows[0]?.variants.map(({ available, heldByUnpaid }) => [available, heldByUnpaid])
    }
    const clientOf = async (orderId: string) =>
      (await staff.get(unpaidClientsSchema, "/admin/unpaid-orders")).clients.find(({ orders }) =>
        orders.some(({ id }) => id === orderId),
      )
    const first = await place(product, "203.0.113.60", someEmail(), 10)
    expect(await clientOf(first.id)).toBeUndefined()
    const second = await place(product, "203.0.113.60", someEmail(), 5)
    const other = await place(product, "203.0.113.61", someEmail(), 2)
    expect(await held()).toEqual([[33, 17]])

    const found = await clientOf(first.id)
    expect(found).toMatchObject({ pieces: 15, orders: [{ id: first.id }, { id: second.id }] })
    expect(JSON.stringify(found)).not.toContain("203.0.113")
    expect(await staff.post(z.unknown(), "/admin/unpaid-orders/cancel", { client: found?.client })).toEqual({
      cancelled: 2,
    })
    expect(await held()).toEqual([[48, 2]])
    expect(
      await askDatabase(
        backend.databaseUrl,
        `select status from "order" where id = any($1) order by display_id`,
        [[first.id, second.id, other.id]],
      ),
    ).toEqual([{ status: "canceled" }, { status: "canceled" }, { status: "pending" }])
  })
})

async function paymentOf(orderId: string): Promise<string> {
  const schema = z.object({
    order: z.object({
      payment_collections: z.array(z.object({ payments: z.array(z.object({ id: z.string() })) })),
    }),
  })
  const { order: found } = await staff.get(
    schema,
    `/admin/orders/${orderId}?fields=payment_collections.payments.id`,
  )
  return found.payment_collections[0]?.payments[0]?.id ?? ""
}
