import { beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { freshCartId, makeProduct, type MadeProduct } from "./harness/fixtures"
import { capture } from "./harness/parcel"
import { askDatabase } from "./harness/postgres"
import { STAFF } from "./harness/settings"
import { signInStaff, type Staff } from "./harness/staff"

// The days around the clock change in March 2021, long before the orders of other specs: the 28th has 23 hours.
const SPAN = "from=2021-03-26&to=2021-03-31"

const reportSchema = z.object({
  report: z.object({
    sales: z.array(z.unknown()),
    orders: z.array(z.unknown()),
    sellers: z.array(z.unknown()),
    shortages: z.array(z.object({ title: z.string(), available: z.number(), sold: z.number() })),
  }),
})
const paymentsSchema = z.object({
  order: z.object({
    payment_collections: z.array(z.object({ payments: z.array(z.object({ id: z.string() })) })),
  }),
})

let staff: Staff
let honey: MadeProduct
let gummies: MadeProduct

const ask = (sql: string, values: unknown[]) => askDatabase(inject("databaseUrl"), sql, values)
const report = async (span = SPAN) => (await staff.get(reportSchema, `/admin/reports?${span}`)).report
const payment = async (id: string) => {
  const { order: found } = await staff.get(
    paymentsSchema,
    `/admin/orders/${id}?fields=id,*payment_collections,*payment_collections.payments`,
  )
  return found.payment_collections[0]?.payments[0]?.id ?? ""
}

/** An order of the past, with the times of its placement and of its capture, if any. */
async function sold(
  [product, quantity]: [MadeProduct, number],
  pounds: number,
  placedAt: string,
  capturedAt?: string,
): Promise<string> {
  const cartId = await fillCart(product, quantity)
  const body = checkoutOf(cartId, pounds, { paymentMethod: "card" })
  const { id } = await order(body)
  // Its stock stays reserved, although it is older than an unpaid order gets.
  await ask("delete from unpaid_order where cart_id = $1", [cartId])
  await ask(`update "order" set created_at = $2 where id = $1`, [id, placedAt])
  if (capturedAt === undefined) return id
  await capture(staff, id)
  await ask("update capture set created_at = $2 where payment_id = $1", [await payment(id), capturedAt])
  return id
}

beforeAll(async () => {
  staff = await signInStaff()
  honey = await makeProduct(staff, { name: "=HYPERLINK(evil) honey", price: 3.35, stock: 9 })
  gummies = await makeProduct(staff, { name: "Reports, gummies", price: 0.1, stock: 40 })
  await sold([gummies, 3], 0.3, "2021-03-27T23:30:00Z", "2021-03-27T23:59:59Z")
  await sold([honey, 2], 6.7, "2021-03-27T12:00:00Z", "2021-03-28T22:59:59Z")
  // 23:30 GMT is the next day in London's summer time.
  const bitcoin = await sold([honey, 1], 3.35, "2021-03-28T23:30:00Z", "2021-03-28T23:30:00Z")
  const bitcoinPayment = await payment(bitcoin)
  await ask("update payment set provider_id = 'pp_bitcoin_bitcoin' where id = $1", [bitcoinPayment])
  await ask(
    "update payment_session set provider_id = 'pp_bitcoin_bitcoin' where id = (select payment_session_id from payment where id = $1)",
    [bitcoinPayment],
  )
  await sold([honey, 1], 3.35, "2021-03-29T10:00:00Z")
  const refunded = await sold([gummies, 1], 0.1, "2021-03-29T10:00:00Z", "2021-03-29T11:00:00Z")
  const paid = await payment(refunded)
  await staff.post(z.unknown(), `/admin/payments/${paid}/refund`, { amount: 0.1 })
  await ask("update refund set created_at = '2021-03-30T09:00:00Z' where payment_id = $1", [paid])
})

describe("the reports page", () => {
  it("sums sales and refunds to the penny by day in London and by payment method", async () => {
    expect((await report()).sales).toEqual([
      { day: "2021-03-27", method: "Card by hand", taken: 30, refunded: 0, disputed: 0 },
      { day: "2021-03-28", method: "Card by hand", taken: 670, refunded: 0, disputed: 0 },
      { day: "2021-03-29", method: "Bitcoin", taken: 335, refunded: 0, disputed: 0 },
      { day: "2021-03-29", method: "Card by hand", taken: 10, refunded: 0, disputed: 0 },
      { day: "2021-03-30", method: "Card by hand", taken: 0, refunded: 10, disputed: 0 },
    ])
  })

  it("counts the orders of a day by payment method, and those of them that are paid", async () => {
    expect((await report()).orders).toEqual([
      { day: "2021-03-27", method: "Card by hand", placed: 2, paid: 2 },
      { day: "2021-03-29", method: "Bitcoin", placed: 1, paid: 1 },
      { day: "2021-03-29", method: "Card by hand", placed: 2, paid: 1 },
    ])
  })

  it("ranks the products of paid orders", async () => {
    expect((await report()).sellers).toEqual([
      { title: "=HYPERLINK(evil) honey", quantity: 3, pence: 1005 },
      { title: "Reports, gummies", quantity: 4, pence: 40 },
    ])
  })

  it("lists first what sells out soonest at the current rate, without reserved stock", async () => {
    const [first] = (await report()).shortages
    expect(first).toEqual({ title: "=HYPERLINK(evil) honey, 250 g", available: 5, sold: 3 })
  })

  it("includes the first and the last day completely and no hour of the days beside them", async () => {
    expect(await report("from=2021-03-28&to=2021-03-28")).toMatchObject({
      sales: [{ day: "2021-03-28", method: "Card by hand", taken: 670, refunded: 0, disputed: 0 }],
      orders: [],
    })
  })

  it.each([
    ["from=2021-03-31&to=2021-03-01", "The first day is after the last day."],
    ["from=2019-01-01&to=2021-03-01", "Ask for two years at most."],
    ["from=yesterday&to=2021-03-01", "Give the first day like 2026-03-01."],
  ])("rejects %s with the reason", async (span, sentence) => {
    await expect(report(span)).rejects.toThrow(sentence)
  })

  it("is for staff only", async () => {
    for (const path of [`/admin/reports?${SPAN}`, `/admin/reports/csv?${SPAN}`])
      expect((await send(path)).status).toBe(401)
  })
})

it("counts every product that was sold, and none of a cancelled order or of what came back", async () => {
  const days = "from=2021-05-01&to=2021-05-31"
  const at = "2021-05-03T12:00:00Z"
  const mixed = await Promise.all(
    Array.from({ length: 13 }, (_, index) => makeProduct(staff, { name: `May ${index + 1}`, price: 2 })),
  )
  const cart = freshCartId()
  for (const product of mixed) await fillCart(product, 1, cart)
  const { id } = await order(checkoutOf(cart, 26, { paymentMethod: "card" }))
  await capture(staff, id)
  await ask("update capture set created_at = $2 where payment_id = $1", [await payment(id), at])
  const cancelled = await sold([gummies, 1], 0.1, at, at)
  await staff.post(z.unknown(), `/admin/orders/${cancelled}/cancel`, {})
  const back = `update order_item set return_received_quantity = 1 where order_id = $1
    and item_id in (select id from order_line_item where product_id = $2)`
  await ask(back, [id, mixed[0]?.id])
  const shown = (await report(days)).sellers
  expect(shown).toHaveLength(12)
  expect(shown).toContainEqual({ title: "May 13", quantity: 1, pence: 200 })
  expect(JSON.stringify(shown)).not.toMatch(/gummies|"May 1"/)
})

describe("the report as CSV", () => {
  const csv = async (table: string) => {
    const { token } = z
      .object({ token: z.string() })
      .parse(await (await send("/auth/user/emailpass", { method: "POST", body: STAFF })).json())
    const response = await send(`/admin/reports/csv?${SPAN}&table=${table}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.headers.get("content-disposition")).toContain(`${table}-2021-03-26-to-2021-03-31.csv`)
    expect(response.headers.get("content-type")).toContain("text/csv")
    return (await response.text()).split("\r\n")
  }

  it("has a line for each day and method, with the orders placed by that method", async () => {
    expect(await csv("sales")).toEqual([
      "Day,Payment method,Sales (GBP),Refunded (GBP),Disputes (GBP),Orders placed,Orders paid",
      "2021-03-27,Card by hand,0.30,0.00,0.00,2,2",
      "2021-03-28,Card by hand,6.70,0.00,0.00,0,0",
      "2021-03-29,Bitcoin,3.35,0.00,0.00,1,1",
      "2021-03-29,Card by hand,0.10,0.00,0.00,2,1",
      "2021-03-30,Card by hand,0.00,0.10,0.00,0,0",
      "Total,,10.45,0.10,0.00,5,4",
      "",
    ])
  })

  it("contains no formula that a spreadsheet would run, whatever a product is called", async () => {
    expect(await csv("sellers")).toEqual([
      "Product,Sold,Sales (GBP)",
      "'=HYPERLINK(evil) honey,3,10.05",
      '"Reports, gummies",4,0.40',
      "Total,7,10.45",
      "",
    ])
  })
})
