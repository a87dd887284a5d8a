import { followedOrderSchema } from "@shop/contracts"
import { listedOrdersSchema, todaySchema } from "@shop/contracts/staff"
import { paymentOverviewSchema } from "@shop/contracts/staff-payments"
import { beforeAll, describe, expect, inject, it } from "vitest"
import pg from "pg"
import { z } from "zod"
import { call, refused, send } from "./harness/call"
import { browserOf, checkoutOf, fillCart, order } from "./harness/checkout"
import { convertDraft, makeDraft } from "./harness/drafts"
import { edit, lineOf, linesOf, openEdit } from "./harness/edits"
import { eventually } from "./harness/eventually"
import { makeProduct, setStock, type MadeProduct } from "./harness/fixtures"
import { capture, dispatch, pack } from "./harness/parcel"
import { askDatabase } from "./harness/postgres"
import { whileRefused } from "./harness/refuse-writes"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const ask = (sql: string, values: unknown[]) => askDatabase(inject("databaseUrl"), sql, values)

/** An order of three pieces by card. */
async function placed(options: { isPaid?: boolean } = {}) {
  const product = await makeProduct(staff, { price: 4 })
  const { id } = await order(checkoutOf(await fillCart(product, 3), 12, { paymentMethod: "card" }))
  if (options.isPaid) await capture(staff, id)
  return { id, product }
}

async function stockOf({ inventoryItemId }: MadeProduct) {
  const rows = await ask(
    `select stocked_quantity::int as stocked, reserved_quantity::int as reserved from inventory_level where inventory_item_id = $1`,
    [inventoryItemId],
  )
  return rows[0]
}

async function refusal(path: string, body: unknown = {}): Promise<string> {
  const response = await staff.send("POST", path, body)
  const { message } = z.object({ message: z.string() }).parse(await response.json())
  expect([response.status, message]).toEqual([400, message])
  return message
}

const begunReturn = z.object({ return: z.object({ id: z.string(), location_id: z.string().nullish() }) })
/** Begins a change, as opening its page does, and leaves it. */
const CHANGES: Record<string, (orderId: string) => Promise<unknown>> = {
  "an edit": (order_id) => staff.post(z.unknown(), "/admin/order-edits", { order_id }),
  "a return": (order_id) => staff.post(begunReturn, "/admin/returns", { order_id }),
  "a claim": (order_id) => staff.post(z.unknown(), "/admin/claims", { order_id, type: "replace" }),
  "an exchange": (order_id) => staff.post(z.unknown(), "/admin/exchanges", { order_id }),
}

describe.each(Object.keys(CHANGES))("%s that staff began and left open", (name) => {
  const begin = (id: string) => CHANGES[name]?.(id)

  it("ends when the buyer cancels the order", async () => {
    const { id, product } = await placed()
    await begin(id)
    const headers = browserOf(id)
    const answer = await send(`/api/orders/${id}/cancellation`, { method: "POST", body: {}, headers })
    expect(answer.status).toBeLessThan(300)
    expect(await call(followedOrderSchema, `/api/orders/${id}`)).toMatchObject({ status: "cancelled" })
    expect(await stockOf(product)).toEqual({ stocked: 10, reserved: 0 })
  })

  it("ends when staff cancel the order", async () => {
    const { id, product } = await placed({ isPaid: true })
    await begin(id)
    await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
    // Its payment by hand was returned by Medusa.
    expect(await call(followedOrderSchema, `/api/orders/${id}`)).toMatchObject({ status: "refunded" })
    expect(await stockOf(product)).toEqual({ stocked: 10, reserved: 0 })
  })

  it("does not keep the order from being packed while it has no content", async () => {
    const { id } = await placed({ isPaid: true })
    await begin(id)
    await pack(staff, id)
    expect(await openChangesOf(id)).toEqual([])
  })
})

/** And those that were cancelled, which the order's activity shows. */
const openChangesOf = (id: string) =>
  ask("select id from order_change where order_id = $1 and status <> 'confirmed' and deleted_at is null", [
    id,
  ])

const begunExchange = z.object({ exchange: z.object({ id: z.string() }) })
const CONTENTS: Record<string, (orderId: string, product: MadeProduct) => Promise<unknown>> = {
  "an edit": (id) => openEdit(staff, id, { quantity: 1 }),
  "an exchange": async (order_id, { variantId }) => {
    const { exchange } = await staff.post(begunExchange, "/admin/exchanges", { order_id })
    const items = [{ variant_id: variantId, quantity: 1 }]
    await staff.post(z.unknown(), `/admin/exchanges/${exchange.id}/outbound/items`, { items })
  },
}

it.each(Object.keys(CONTENTS))(
  "%s with content is named when the order is packed, and stays",
  async (name) => {
    const { id, product } = await placed({ isPaid: true })
    await CONTENTS[name]?.(id, product)
    const items = [{ id: await lineOf(staff, id), quantity: 3 }]
    const sentence = `Staff began ${name} of this order and did not finish it. Confirm or cancel it on the order's page first.`
    expect(await refusal(`/admin/orders/${id}/fulfillments`, { items })).toBe(sentence)
    expect(await openChangesOf(id)).toHaveLength(1)
  },
)

it("an order whose card staff charge by hand is not changed to Bitcoin by its buyer: it may be charged already", async () => {
  const { id } = await placed()
  const chosen = { method: "POST", headers: browserOf(id), body: { paymentMethod: "bitcoin" } } as const
  expect(await refused(409, `/api/orders/${id}/payment-method`, chosen)).toMatchObject({
    code: "not_payable",
  })
  expect(await ask("select 1 from bitcoin_invoice where order_id = $1", [id])).toEqual([])
  await capture(staff, id)
  expect(await call(followedOrderSchema, `/api/orders/${id}`)).toMatchObject({ status: "paid" })
})

it("an edit that staff confirm takes effect at once, and the order can be packed", async () => {
  const { id, product } = await placed({ isPaid: true })
  await edit(staff, id, { quantity: 1 })
  expect(await stockOf(product)).toEqual({ stocked: 10, reserved: 1 })
  const items = [{ id: await lineOf(staff, id), quantity: 1 }]
  await staff.post(z.unknown(), `/admin/orders/${id}/fulfillments`, { items })
})

it("a payment by hand that stopped half ended asks for nothing: the method that the buyer chose does", async () => {
  const { id } = await placed({ isPaid: true })
  await edit(staff, id, { quantity: 4 })
  const byHand = () =>
    ask(
      `select s.id, s.status, p.canceled_at is not null as "isEnded" from payment p
         join payment_session s on s.id = p.payment_session_id
         join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
        where l.order_id = $1 and p.captured_at is null`,
      [id],
    )
  await eventually(async () => expect(await byHand()).toMatchObject([{ isEnded: false }]))
  const [difference] = await byHand()
  await whileRefused(
    { ask: (sql) => ask(sql, []) },
    "update of status on payment_session",
    async () => {
      const chosen = { method: "POST", headers: browserOf(id), body: { paymentMethod: "bitcoin" } } as const
      expect((await send(`/api/orders/${id}/payment-method`, chosen)).status).toBe(500)
    },
    `new.id = '${String(difference?.["id"])}' and new.status = 'canceled'`,
  )
  expect(await byHand()).toEqual([{ ...difference, isEnded: true }])
  await ask(
    `update medusa_payments_outbox set finished_at = null, outcome = null, next_attempt_at = now()
      where topic = 'order-amount-changed' and payload ->> 'orderId' = $1`,
    [id],
  )
  await eventually(async () =>
    expect(await call(followedOrderSchema, `/api/orders/${id}`)).toMatchObject({
      ...{ paymentMethod: "bitcoin", amountDue: "4.00", bitcoin: { state: "awaiting_payment" } },
    }),
  )
  expect(await byHand()).toEqual([{ ...difference, isEnded: true, status: "canceled" }])
})

it("a return with content is named when a parcel is shipped, delivered or cancelled", async () => {
  const { id } = await placed({ isPaid: true })
  const parcel = `/admin/orders/${id}/fulfillments/${await pack(staff, id)}`
  const items = [{ id: await lineOf(staff, id), quantity: 3 }]
  const { return: begun } = await staff.post(begunReturn, "/admin/returns", { order_id: id })
  await staff.post(z.unknown(), `/admin/returns/${begun.id}/request-items`, { items })
  for (const [path, body] of [
    ["shipments", { items }],
    ["mark-as-delivered", {}],
    ["cancel", {}],
  ] as const)
    expect(await refusal(`${parcel}/${path}`, body)).toMatch(/^Staff began a return of this order/)
})

it("a parcel that is being cancelled does not leave, by whichever of Medusa's routes", async () => {
  const { id } = await placed({ isPaid: true })
  const parcel = await pack(staff, id)
  const marked = `metadata = jsonb_build_object('cancelling_since', now())`
  await ask(`update fulfillment set ${marked} where id = $1`, [parcel])
  const items = [{ id: await lineOf(staff, id), quantity: 3 }]
  for (const [path, body] of [
    [`/admin/orders/${id}/fulfillments/${parcel}/shipments`, { items }],
    [`/admin/orders/${id}/fulfillments/${parcel}/mark-as-delivered`, {}],
    [`/admin/orders/${id}/fulfillments/${parcel}/cancel`, {}],
  ] as const)
    expect(await refusal(path, body)).toMatch(/^This parcel is being cancelled/)
  const left =
    "select 1 from fulfillment where id = $1 and (shipped_at, delivered_at, canceled_at) is distinct from (null, null, null)"
  expect(await ask(left, [parcel])).toEqual([])
})

describe("a refused cancellation whose client has gone is noted until it is refused, and not carried out later:", () => {
  it.each([
    ["an order with a parcel", '"order"', "fulfillment", pack],
    [
      "a parcel that has left",
      "fulfillment",
      "fulfillment_item",
      (by: Staff, id: string) => dispatch(by, id, "AB123456785GB"),
    ],
  ] as const)("%s", async (_what, table, readNext, prepare) => {
    const { id } = await placed({ isPaid: true })
    const parcel = await prepare(staff, id)
    const [row, path] = table === "fulfillment" ? [parcel, `fulfillments/${parcel}/cancel`] : [id, "cancel"]
    const isMarked = async () =>
      (
        await ask(`select 1 from ${table} where id = $1 and metadata ->> 'cancelling_since' is not null`, [
          row,
        ])
      ).length === 1
    const client = new pg.Client({ connectionString: inject("databaseUrl") })
    await client.connect()
    try {
      await client.query("begin")
      // Read by what follows the mark.
      await client.query(`lock table ${readNext} in access exclusive mode`)
      const gone = new AbortController()
      const asked = staff.send("POST", `/admin/orders/${id}/${path}`, {}, gone.signal)
      await eventually(async () => expect(await isMarked()).toBe(true))
      gone.abort()
      await expect(asked).rejects.toThrow()
      // The server has seen that the client is gone: it has answered others since.
      for (let answered = 0; answered < 5; answered++) await send("/api/health")
      expect(await isMarked()).toBe(true)
      await client.query("commit")
    } finally {
      await client.end()
    }
    await eventually(async () => expect(await isMarked()).toBe(false))
  })
})

it("a cancellation that Medusa rejects leaves the open change", async () => {
  const { id } = await placed({ isPaid: true })
  await pack(staff, id)
  await CHANGES["a return"]?.(id)
  await refusal(`/admin/orders/${id}/cancel`)
  const open = await ask(`select id from order_change where order_id = $1 and status = 'pending'`, [id])
  expect(open).toHaveLength(1)
})

it("orders are not transferred: the request would block the order until someone accepted it", async () => {
  const { id } = await placed()
  expect(await refusal(`/admin/orders/${id}/transfer`, { customer_id: "cus_of_nobody" })).toMatch(
    /does not transfer orders/,
  )
})

/** An order of three pieces that has left. */
async function shipped() {
  const { id, product } = await placed({ isPaid: true })
  await dispatch(staff, id, "AB123456789GB")
  return { id, product, line: await lineOf(staff, id) }
}

const pageOf = async (id: string) => {
  const { timeline, ...page } = await call(followedOrderSchema, `/api/orders/${id}`)
  return { ...page, steps: timeline.map(({ step, at }) => (at === null ? `${step} to come` : step)) }
}

it("a part that arrived is no delivered order: the page says that the rest follows, until that has arrived too", async () => {
  const { id } = await placed({ isPaid: true })
  const line = await lineOf(staff, id)
  const fulfilments = `/admin/orders/${id}/fulfillments`
  const found = z.object({ order: z.object({ fulfillments: z.array(z.object({ id: z.string() })) }) })
  const known = new Set<string>()
  const send = async (quantity: number) => {
    const items = [{ id: line, quantity }]
    await staff.post(z.unknown(), fulfilments, { items })
    const { order: read } = await staff.get(found, `/admin/orders/${id}?fields=id,*fulfillments`)
    const parcel = read.fulfillments.find((one) => !known.has(one.id))?.id ?? ""
    known.add(parcel)
    await staff.post(z.unknown(), `${fulfilments}/${parcel}/shipments`, { items })
    await staff.post(z.unknown(), `${fulfilments}/${parcel}/mark-as-delivered`, {})
  }
  await send(1)
  expect(await pageOf(id)).toMatchObject({
    status: "dispatched",
    isPartlySent: true,
    steps: ["placed", "payment_confirmed", "partly_dispatched", "dispatched to come", "delivered to come"],
  })
  await send(2)
  expect(await pageOf(id)).toMatchObject({
    status: "delivered",
    isPartlySent: false,
    steps: ["placed", "payment_confirmed", "dispatched", "delivered"],
  })
})

describe("a return without a location", () => {
  it("is booked where the order left from: what staff receive is for sale again, what is damaged is not", async () => {
    const { id, product, line } = await shipped()
    const begun = await staff.post(begunReturn, "/admin/returns", { order_id: id })
    expect(begun.return.location_id).toBe(product.locationId)
    const path = `/admin/returns/${begun.return.id}`
    await staff.post(z.unknown(), `${path}/request-items`, { items: [{ id: line, quantity: 2 }] })
    await staff.post(z.unknown(), `${path}/request`, {})
    await staff.post(z.unknown(), `${path}/receive`, {})
    const one = { items: [{ id: line, quantity: 1 }] }
    await staff.post(z.unknown(), `${path}/receive-items`, one)
    await staff.post(z.unknown(), `${path}/dismiss-items`, one)
    await staff.post(z.unknown(), `${path}/receive/confirm`, {})
    expect(await stockOf(product)).toEqual({ stocked: 8, reserved: 0 })
    const [received] = await ask(
      `select r.status, i.return_received_quantity::int as received, i.written_off_quantity::int as damaged
         from return r join order_item i on i.order_id = r.order_id and i.item_id = $2 where r.id = $1 order by i.version desc`,
      [begun.return.id, line],
    )
    expect(received).toEqual({ status: "received", received: 1, damaged: 1 })
    // The form of a refund proposes both.
    const choice = z.object({ quantity: z.number(), returned: z.number(), total: z.number() })
    const proposed = async () =>
      (await staff.get(z.object({ lines: z.array(choice) }), `/admin/orders/${id}/payments`)).lines
    expect(await proposed()).toEqual([{ quantity: 3, returned: 2, total: 12 }])
    const partly = await pageOf(id)
    expect(partly.status).toBe("dispatched")
    // The line costs what is left of it.
    expect(partly.items).toMatchObject([{ quantity: 3, returned: 2, total: "4.00" }])
    expect(partly.steps.slice(2)).toEqual(["dispatched", "partly_returned", "delivered to come"])
    const withdrawal = async () =>
      (await call(followedOrderSchema, `/api/orders/${id}`, { headers: browserOf(id) })).owner?.withdrawal
    expect(await withdrawal()).toMatchObject({ sent: null })
    const rest = await staff.post(begunReturn, "/admin/returns", { order_id: id })
    const last = `/admin/returns/${rest.return.id}`
    await staff.post(z.unknown(), `${last}/request-items`, one)
    await staff.post(z.unknown(), `${last}/request`, {})
    await staff.post(z.unknown(), `${last}/receive`, {})
    await staff.post(z.unknown(), `${last}/receive-items`, one)
    expect((await pageOf(id)).status).toBe("dispatched")
    await staff.post(z.unknown(), `${last}/receive/confirm`, {})
    // At what was paid for it, though Medusa's total of it is zero now.
    expect(await proposed()).toEqual([{ quantity: 3, returned: 3, total: 12 }])
    const whole = await pageOf(id)
    expect([whole.status, ...whole.steps.slice(2)]).toEqual(["returned", "dispatched", "returned"])
    expect(await withdrawal()).toBeNull()
  })

  it("is refused before it is begun when its item is not stocked there, and nothing is half done", async () => {
    const { id, product, line } = await shipped()
    const begun = await staff.post(begunReturn, "/admin/returns", { order_id: id })
    const path = `/admin/returns/${begun.return.id}`
    await staff.post(z.unknown(), `${path}/request-items`, { items: [{ id: line, quantity: 1 }] })
    await staff.post(z.unknown(), `${path}/request`, {})
    await setStock(staff, product, 0)
    await staff.remove(
      `/admin/inventory-items/${product.inventoryItemId}/location-levels/${product.locationId}`,
    )
    expect(await refusal(`${path}/receive`)).toMatch(/has no stock level at the location of this return/)
    const returns = await ask(`select status from return where id = $1`, [begun.return.id])
    expect(returns).toEqual([{ status: "requested" }])
  })
})

const begunReplacement = z.object({
  claim: z.object({ id: z.string() }).optional(),
  exchange: z.object({ id: z.string() }).optional(),
})
/** The replacement of one piece of a completed order by another one, confirmed without a delivery of its own. @returns the new line */
async function replaced(kind: "claim" | "exchange", options: { comesBack: boolean }) {
  const { id, product, line } = await shipped()
  await staff.post(z.unknown(), `/admin/orders/${id}/complete`, {})
  await ask(`delete from open_order where order_id = $1`, [id])
  const body = { order_id: id, ...(kind === "claim" && { type: "replace" }) }
  const begun = await staff.post(begunReplacement, `/admin/${kind}s`, body)
  const path = `/admin/${kind}s/${(begun.claim ?? begun.exchange)?.id ?? ""}`
  const item = { id: line, quantity: 1 }
  if (kind === "claim")
    await staff.post(z.unknown(), `${path}/claim-items`, { items: [{ ...item, reason: "wrong_item" }] })
  if (options.comesBack) await staff.post(z.unknown(), `${path}/inbound/items`, { items: [item] })
  const added = { items: [{ variant_id: product.variantId, quantity: 1 }] }
  await staff.post(z.unknown(), `${path}/outbound/items`, added)
  await staff.post(z.unknown(), `${path}/request`, {})
  expect(await stockOf(product)).toEqual({ stocked: 7, reserved: 1 })
  const items = (await linesOf(staff, id))
    .filter((one) => one !== line)
    .map((one) => ({ id: one, quantity: 1 }))
  return { id, product, packed: { items } }
}

const isListed = async (list: string, id: string) => {
  const found = await staff.get(listedOrdersSchema, `/admin/order-lists?list=${list}&offset=0`)
  return found.orders.some((one) => one.id === id)
}
/** The order is open again, and in this list. */
const untilListed = (list: string, id: string) =>
  eventually(async () => expect(await isListed(list, id)).toBe(true))

describe("the new items of a completed order", () => {
  it("of an exchange are reserved, and packed once staff release what is open", async () => {
    const { id, product, packed } = await replaced("exchange", { comesBack: true })
    expect(await pageOf(id)).toMatchObject({ amountDue: "0.00", amountAwaited: "4.00", isReleased: false })
    await untilListed("awaiting_return", id)
    expect(await isListed("difference_due", id)).toBe(false)
    expect(await refusal(`/admin/orders/${id}/fulfillments`, packed)).toMatch(/£4\.00 is open/)
    await staff.post(z.unknown(), `/admin/orders/${id}/release`, { reason: "An even exchange" })
    // Its page waits for nothing any more.
    expect(await pageOf(id)).toMatchObject({ amountAwaited: "4.00", isReleased: true })
    await staff.post(z.unknown(), `/admin/orders/${id}/fulfillments`, packed)
    expect(await stockOf(product)).toEqual({ stocked: 6, reserved: 0 })
  })

  it("of a claim cost nothing and are packed at once", async () => {
    const { id, product, packed } = await replaced("claim", { comesBack: false })
    expect(await call(followedOrderSchema, `/api/orders/${id}`)).toMatchObject({ total: "12.00" })
    await untilListed("to_pack", id)
    await staff.post(z.unknown(), `/admin/orders/${id}/fulfillments`, packed)
    expect(await stockOf(product)).toEqual({ stocked: 6, reserved: 0 })
  })
})

it("a parcel that staff cancel before it leaves is to be packed again: stock, list and the buyer's page follow", async () => {
  const { id, product } = await placed({ isPaid: true })
  const parcel = await pack(staff, id)
  expect(await stockOf(product)).toEqual({ stocked: 7, reserved: 0 })
  await staff.post(z.unknown(), `/admin/orders/${id}/fulfillments/${parcel}/cancel`, {})
  expect(await stockOf(product)).toEqual({ stocked: 10, reserved: 3 })
  const read = await call(followedOrderSchema, `/api/orders/${id}`, { headers: browserOf(id) })
  expect(read.status).toBe("paid")
  expect(read.timeline.find(({ step }) => step === "dispatched")?.at).toBeNull()
  const list = await staff.get(listedOrdersSchema, "/admin/order-lists?list=to_pack&offset=0")
  expect(list.hasMore || list.orders.some((one) => one.id === id)).toBe(true)
  await pack(staff, id)
})

it("what goes back of a payment by hand is in the inbox with its amount, until staff refund it in Medusa's section", async () => {
  const { id } = await placed({ isPaid: true })
  await edit(staff, id, { quantity: 1 })
  const due = async () => {
    const { overview } = await staff.get(paymentOverviewSchema, "/admin/payment-review/overview")
    return overview.inbox.filter(({ orderId }) => orderId === id)
  }
  const why = "A refund of £8.00 is due: the order was cancelled or changed, or items were returned"
  await eventually(async () =>
    expect(await due()).toMatchObject([{ label: { text: "Refund due" }, pence: 800, why }]),
  )
  const { cases } = await staff.get(todaySchema, "/admin/today")
  expect(cases.other).toBeGreaterThan(0)
  expect(await isListed("needs_review", id)).toBe(true)
  const [found] = await due()
  await staff.post(z.unknown(), `/admin/payments/${found?.paymentId ?? ""}/refund`, { amount: 8 })
  expect(await due()).toEqual([])
})

it("an unpaid order is not completed and so not archived: its payment would come to an order that is in no list", async () => {
  const [unpaid, paid] = [await placed(), await placed({ isPaid: true })]
  expect(await refusal(`/admin/orders/${unpaid.id}/complete`)).toMatch(/not paid: £12.00 is open/)
  expect(await refusal(`/admin/orders/${unpaid.id}/archive`)).toMatch(/cannot be archived/)
  for (const end of ["complete", "archive"])
    await staff.post(z.unknown(), `/admin/orders/${paid.id}/${end}`, {})
})

describe("a draft order", () => {
  async function drafted(over: object = {}) {
    const product = await makeProduct(staff, { price: 4 })
    return { id: await makeDraft(staff, product, over), product }
  }

  it("that is converted can be paid and packed, and its buyer is mailed the link", async () => {
    const { id } = await drafted()
    await convertDraft(staff, id)
    await eventually(async () =>
      expect(
        await ask("select id from medusa_payments_outbox where key = $1", [`order-placed:${id}`]),
      ).toHaveLength(1),
    )
    expect(await call(followedOrderSchema, `/api/orders/${id}`)).toMatchObject({
      status: "awaiting_payment",
      total: "8.00",
    })
    await capture(staff, id)
    await pack(staff, id)
  })

  it.each([
    ["the buyer's email address", { email: undefined, customer_id: undefined }],
    ["a delivery address in the United Kingdom", { shipping_address: undefined }],
    ["a shipping method", { shipping_methods: [] }],
    ["a product", { items: [] }],
  ])("is not converted without %s", async (what, over) => {
    const { id, product } = await drafted(over)
    expect(await refusal(`/admin/draft-orders/${id}/convert-to-order`)).toContain(what)
    expect(await stockOf(product)).toEqual({ stocked: 10, reserved: 0 })
  })
})
