import { beforeAll, describe, expect, inject, it } from "vitest"
import { z } from "zod"
import { send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { freshCartId, makeProduct, type MadeProduct } from "./harness/fixtures"
import { capture } from "./harness/parcel"
import { applyCode, makePromotion } from "./harness/promotions"
import { askDatabase } from "./harness/postgres"
import { signInStaff, type Staff } from "./harness/staff"

// The days around the clock change in March 2021, long before the orders of other specs: the 28th has 23 hours.
const SPAN = "from=2021-03-26&to=2021-03-31"

const reportSchema = z.object({
  report: z.object({
    sales: z.array(z.unknown()),
    orders: z.array(z.unknown()),
    sellers: z.array(z.unknown()),
    productsSold: z.int(),
    shortages: z.array(z.object({ title: z.string(), available: z.number(), sold: z.number() })),
  }),
})
const itemsSchema = z.object({
  order: z.object({ items: z.array(z.object({ id: z.string(), product_id: z.string().nullable() })) }),
})
const claimSchema = z.object({ claim: z.object({ id: z.string() }) })
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
const csv = async (table: string, span = SPAN) =>
  (await staff.text(`/admin/reports/csv?${span}&table=${table}`)).split("\r\n")
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
  const title = (number: number) => `May ${String(number).padStart(2, "0")}`
  const mixed = await Promise.all(
    Array.from({ length: 14 }, (_, index) => makeProduct(staff, { name: title(index + 1), price: 2 })),
  )
  const [returned, writtenOff] = mixed
  const replacement = await makeProduct(staff, { name: "May, in place of another", price: 2 })
  const cart = freshCartId()
  for (const product of mixed) await fillCart(product, 1, cart)
  const { id } = await order(checkoutOf(cart, 28, { paymentMethod: "card" }))
  await capture(staff, id)
  await ask("update capture set created_at = $2 where payment_id = $1", [await payment(id), at])
  const dear = await makeProduct(staff, { name: "May 00, cancelled", price: 40 })
  const cancelled = await sold([dear, 1], 40, at, at)
  await staff.post(z.unknown(), `/admin/orders/${cancelled}/cancel`, {})
  const { order: lines } = await staff.get(itemsSchema, `/admin/orders/${id}?fields=id,*items`)
  const claimed = lines.items.find(({ product_id: productId }) => productId === writtenOff?.id)
  const { claim } = await staff.post(claimSchema, "/admin/claims", { type: "replace", order_id: id })
  const change = (path: string, body: object) =>
    staff.post(z.unknown(), `/admin/claims/${claim.id}/${path}`, body)
  await change("claim-items", { items: [{ id: claimed?.id, quantity: 1, reason: "production_failure" }] })
  const free = { variant_id: replacement.variantId, quantity: 1, unit_price: 0 }
  await change("outbound/items", { items: [free] })
  await change("request", {})
  const back = `update order_item set return_received_quantity = 1 where order_id = $1
    and item_id in (select id from order_line_item where product_id = $2)`
  await ask(back, [id, returned?.id])
  const kept = mixed.slice(2).map(({ name }) => ({ title: name, quantity: 1, pence: 200 }))
  const { sellers, productsSold } = await report(days)
  expect([sellers, productsSold]).toEqual([kept, 12])
  const more = await sold([honey, 1], 3.35, at, at)
  expect(await report(days)).toMatchObject({ productsSold: 13, sellers: { length: 12 } })
  expect(await csv("sellers", days)).toHaveLength(16)
  expect(await csv("sellers", days)).toContain("May 14,1,2.00")
  await ask("update capture set created_at = '2021-06-01T12:00:00Z' where payment_id = $1", [
    await payment(more),
  ])
  expect((await report(days)).productsSold).toBe(12)
})

it("counts what a discount left of the price, by the order's first payment", async () => {
  const product = await makeProduct(staff, { name: "July", price: 4, stock: 9 })
  const { code } = await makePromotion(staff, { value: 25, isTaxInclusive: true })
  const cart = await fillCart(product, 2)
  expect((await applyCode(cart, code)).status).toBe(200)
  const { id } = await order(checkoutOf(cart, 6, { paymentMethod: "card" }))
  await capture(staff, id)
  const paid = await payment(id)
  await ask("update capture set created_at = '2021-07-03T12:00:00Z' where payment_id = $1", [paid])
  const seller = { title: "July", quantity: 2, pence: 600 }
  expect((await report("from=2021-07-01&to=2021-07-31")).sellers).toEqual([seller])
  await ask(
    `insert into capture (id, amount, raw_amount, payment_id, created_at, updated_at)
      select 'capt_later', 1, raw_amount, payment_id, '2021-08-03T12:00:00Z', now() from capture where payment_id = $1`,
    [paid],
  )
  const later = await report("from=2021-08-01&to=2021-08-31")
  expect(later).toMatchObject({ sales: [{ taken: 100 }], sellers: [] })
  await ask("update order_item set return_received_quantity = 1 where order_id = $1", [id])
  const half = { ...seller, quantity: 1, pence: 300 }
  expect((await report("from=2021-07-01&to=2021-07-31")).sellers).toEqual([half])
})

describe("the report as CSV", () => {
  it("is a file that is named after its table and days", async () => {
    const response = await staff.send("GET", `/admin/reports/csv?${SPAN}&table=sales`)
    expect(response.headers.get("content-disposition")).toContain("sales-2021-03-26-to-2021-03-31.csv")
    expect(response.headers.get("content-type")).toContain("text/csv")
  })

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
