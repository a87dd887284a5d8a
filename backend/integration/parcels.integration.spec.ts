import { randomInt } from "node:crypto"
import { dispatchPreviewSchema, listedOrdersSchema, type OrderList } from "@shop/contracts/staff"
import { paymentPanelSchema } from "@shop/contracts/staff-payments"
import pg from "pg"
import { beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { edit, openEdit } from "./harness/edits"
import { makeProduct } from "./harness/fixtures"
import { MAILS } from "./harness/mails"
import { capture, pack, refund } from "./harness/parcel"
import { askDatabase } from "./harness/postgres"
import { eventually } from "./harness/regtest"
import { runJob } from "./harness/run-job"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const aNumber = () => `AB${String(randomInt(1e8, 1e9))}GB`
const packIt = (id: string) => staff.send("POST", `/admin/orders/${id}/pack`, {})
const sendIt = (id: string, tracking: string) =>
  staff.send("POST", `/admin/orders/${id}/dispatch`, { tracking })
const shipIt = (id: string, parcel: string) =>
  staff.send("POST", `/admin/orders/${id}/fulfillments/${parcel}/shipments`, { items: [] })
const messageOf = async (response: Response) =>
  z.object({ message: z.string() }).parse(await response.json()).message
const preview = (orders: string[], list = "") =>
  staff.post(dispatchPreviewSchema, "/admin/parcels/preview", { orders, list })

async function paid(shippingMethod: "standard" | "special" = "standard") {
  const product = await makeProduct(staff, { price: 5, stock: 10 })
  const shippingCost = shippingMethod === "special" ? 13 : 0
  const placed = await order(
    checkoutOf(await fillCart(product, 2), 10 + shippingCost, {
      ...{ shippingMethod, shippingCost, paymentMethod: "card" },
    }),
  )
  await capture(staff, placed.id)
  return { ...placed, product }
}

const read = z.object({
  order: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        detail: z.object({ fulfilled_quantity: z.number(), shipped_quantity: z.number() }),
      }),
    ),
    fulfillments: z.array(
      z.object({
        id: z.string(),
        shipped_at: z.string().nullable(),
        labels: z.array(z.object({ tracking_number: z.string() })),
      }),
    ),
  }),
})
const readIt = async (id: string) => {
  const fields = "id,*items,*items.detail,*fulfillments,*fulfillments.labels"
  return (await staff.get(read, `/admin/orders/${id}?fields=${fields}`)).order
}
const itemsOf = async (id: string) => (await readIt(id)).items
async function stateOf(id: string) {
  const found = await readIt(id)
  return {
    packed: found.items.map(({ detail }) => detail.fulfilled_quantity),
    sent: found.items.map(({ detail }) => detail.shipped_quantity),
    numbers: found.fulfillments.map(({ labels }) => labels.map(({ tracking_number }) => tracking_number)),
  }
}
const idsIn = async (list: OrderList) =>
  (await staff.get(listedOrdersSchema, `/admin/order-lists?list=${list}&offset=0`)).orders.map(({ id }) => id)
const whyUnpaid = async (id: string) =>
  (await staff.get(paymentPanelSchema, `/admin/payment-review/orders/${id}`)).panel.paymentStatus.whyUnpaid
const stockOf = async (inventoryItemId: string) =>
  askDatabase(
    inject("databaseUrl"),
    "select stocked_quantity::int as stocked, reserved_quantity::int as reserved from inventory_level where inventory_item_id = $1",
    [inventoryItemId],
  )
const dispatchMailsOf = (id: string) =>
  askDatabase<{ data: unknown }>(
    inject("databaseUrl"),
    `select data from ${MAILS} where template = 'order-dispatched' and data->>'orderId' = $1`,
    [id],
  )

it("packs an order once, however many press at once, and its stock is taken once", async () => {
  const { id, product } = await paid()
  const answers = await Promise.all([packIt(id), packIt(id), packIt(id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await packIt(id)).status).toBe(200)
  expect(await stateOf(id)).toEqual({ packed: [2], sent: [0], numbers: [[]] })
  expect(await stockOf(product.inventoryItemId)).toEqual([{ stocked: 8, reserved: 0 }])
})

it("packs no order that is unpaid, cancelled or unknown, and says why", async () => {
  const product = await makeProduct(staff, { price: 5 })
  const { id } = await order(checkoutOf(await fillCart(product), 5))
  expect(await messageOf(await packIt(id))).toMatch(/^This order is not paid: £5\.00 is open\./)
  await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
  expect(await messageOf(await packIt(id))).toBe("This order is cancelled. Do not send it.")
  expect((await packIt("order_unknown")).status).toBe(404)
})

it("sends an order once, however many press at once, and its buyer has one mail with the number and the carrier", async () => {
  const { id } = await paid("special")
  await packIt(id)
  const [number, other] = [aNumber(), aNumber()]
  const answers = await Promise.all([sendIt(id, number), sendIt(id, other)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  const rejected = answers.find(({ status }) => status === 400) ?? expect.fail("Both were sent")
  expect(await messageOf(rejected)).toBe("It has left already.")
  const sent = answers[0].status === 200 ? number : other
  expect(await stateOf(id)).toEqual({ packed: [2], sent: [2], numbers: [[sent]] })
  const mails = await eventually(
    () => dispatchMailsOf(id),
    (found) => found.length > 0,
  )
  expect(mails).toMatchObject([
    {
      data: {
        carrier: "Royal Mail",
        trackingNumber: sent,
        trackingUrl: `https://www.royalmail.com/track-your-item#/tracking-results/${sent}`,
      },
    },
  ])
})

it("sends a tracked delivery with a number or with the word none only", async () => {
  const { id } = await paid("special")
  expect(await messageOf(await sendIt(id, "none"))).toBe("It is not packed yet.")
  await packIt(id)
  expect(await messageOf(await sendIt(id, "???"))).toBe("This is no tracking number.")
  expect(await messageOf(await sendIt(id, " "))).toMatch(
    /^This delivery is tracked: add its tracking number\./,
  )
  expect((await sendIt(id, "None")).status).toBe(200)
  expect(await stateOf(id)).toEqual({ packed: [2], sent: [2], numbers: [[]] })
})

it("asks for the number of a tracked delivery on Medusa's own page as well, and takes the word none there", async () => {
  const { id } = await paid("special")
  const parcel = await pack(staff, id)
  const ship = (numbers: string[]) =>
    staff.send("POST", `/admin/orders/${id}/fulfillments/${parcel}/shipments`, {
      items: [],
      labels: numbers.map((tracking_number) => ({ tracking_number, tracking_url: "#", label_url: "#" })),
    })
  for (const numbers of [[], [" "]]) {
    const rejected = await ship(numbers)
    expect(rejected.status).toBe(400)
    expect(await messageOf(rejected)).toBe(
      "This delivery is tracked: add its tracking number. If the parcel has none, write “none” as its number.",
    )
  }
  expect(await messageOf(await ship(["???"]))).toBe("This is no tracking number.")
  expect((await ship(["None"])).status).toBe(200)
  expect(await stateOf(id)).toMatchObject({ sent: [2], numbers: [[]] })
  await eventually(
    () => dispatchMailsOf(id),
    (found) => found.length === 1,
  )
})

it("sends an untracked delivery without a number, on both pages", async () => {
  const [one, other] = [await paid(), await paid()]
  await packIt(one.id)
  expect((await sendIt(one.id, "")).status).toBe(200)
  const parcel = await pack(staff, other.id)
  // An empty line of Medusa's form is no label.
  const labels = [{ tracking_number: " ", tracking_url: "#", label_url: "#" }]
  await staff.post(z.unknown(), `/admin/orders/${other.id}/fulfillments/${parcel}/shipments`, {
    ...{ items: [], labels },
  })
  for (const { id } of [one, other]) expect(await stateOf(id)).toMatchObject({ sent: [2], numbers: [[]] })
})

it("shows what a list would do with each order, and a sentence for what it cannot", async () => {
  const [ready, unpacked, sent, mistyped] = [await paid("special"), await paid(), await paid(), await paid()]
  for (const { id } of [ready, sent, mistyped]) await packIt(id)
  await sendIt(sent.id, "")
  const number = aNumber()
  const list = [
    `${String(ready.number)}\t${number}`,
    `#${String(unpacked.number)}\t${aNumber()}`,
    `999999999\t${aNumber()}`,
    `thing\t${aNumber()}`,
    `${String(mistyped.number)}\t???`,
  ].join("\n")
  const { orders, problems } = await preview([sent.id, mistyped.id], list)
  expect(orders).toMatchObject([
    {
      ...{ id: ready.id, customer: "Ada Lovelace", delivery: "Special Delivery (Tracked)", isTracked: true },
      ...{ tracking: number, listProblem: null, problem: null },
    },
    { id: unpacked.id, problem: "It is not packed yet." },
    { id: sent.id, tracking: "", problem: "It has left already." },
    {
      ...{ id: mistyped.id, tracking: "", problem: null },
      listProblem: "Line 5: “???” is no tracking number.",
    },
  ])
  expect(problems).toEqual([
    "Line 3: there is no order 999999999.",
    "Line 4 has no order number.",
    "Line 5: “???” is no tracking number.",
  ])
})

it("holds all orders of a list whose headings are not known", async () => {
  const { id, number } = await paid()
  await packIt(id)
  const why = "The headings are not known: name the columns “Order number” and “Tracking number”."
  const list = `Order ID\tDate\tTracking number\n${String(number)}\t2026-11-27\t${aNumber()}`
  const { orders, problems } = await preview([id], list)
  expect(orders).toMatchObject([{ id, tracking: "", listProblem: why }])
  expect(problems).toEqual([why])
})

it("sends no packed order that is not paid in full any more, on any page, until staff release it", async () => {
  const [{ id }, other] = [await paid(), await paid()]
  for (const one of [id, other.id]) await packIt(one)
  await edit(staff, id, { quantity: 4 })
  const why =
    "This order is not paid in full: £10.00 is open. To ship it anyway, allow it with a reason in the order's Payment panel."
  expect((await preview([id, other.id])).orders).toMatchObject([
    { id, problem: why },
    { id: other.id, problem: null },
  ])
  const parcel = (await readIt(id)).fulfillments[0]?.id ?? ""
  for (const rejected of [await sendIt(id, ""), await shipIt(id, parcel)])
    expect(await messageOf(rejected)).toBe(why)
  expect(await stateOf(id)).toMatchObject({ sent: [0] })
  await staff.post(z.unknown(), `/admin/orders/${id}/release`, { reason: "The goods are a gift" })
  expect((await preview([id])).orders).toMatchObject([{ id, problem: null }])
  expect((await sendIt(id, "")).status).toBe(200)
  expect(await stateOf(id)).toMatchObject({ sent: [2] })
})

it("holds an order that is refunded in full on every road, until staff release it, and then completes as any other", async () => {
  const [packed, unpacked, sent, partly] = [await paid(), await paid(), await paid(), await paid()]
  for (const { id } of [packed, sent]) await packIt(id)
  expect((await sendIt(sent.id, "")).status).toBe(200)
  for (const { id } of [packed, unpacked, sent]) await refund(staff, id, 10)
  await refund(staff, partly.id, 9.99)
  const why =
    "All that was paid has gone back to the buyer. To ship it anyway, allow it with a reason in the order's Payment panel."
  const parcel = (await readIt(packed.id)).fulfillments[0]?.id ?? ""
  expect((await preview([packed.id])).orders).toMatchObject([{ id: packed.id, problem: why }])
  const items = (await itemsOf(unpacked.id)).map(({ id }) => ({ id, quantity: 2 }))
  for (const rejected of [
    await sendIt(packed.id, ""),
    await shipIt(packed.id, parcel),
    await staff.send("POST", `/admin/orders/${packed.id}/fulfillments/${parcel}/mark-as-delivered`, {}),
    await packIt(unpacked.id),
    await staff.send("POST", `/admin/orders/${unpacked.id}/fulfillments`, { items }),
  ])
    expect(await messageOf(rejected)).toBe(why)
  for (const [{ id }, list] of [
    [packed, "to_ship"],
    [unpacked, "on_hold"],
  ] as const)
    expect(await idsIn(list)).toContain(id)
  expect((await packIt(partly.id)).status).toBe(200)
  expect(await whyUnpaid(sent.id)).toBeNull()
  expect(await whyUnpaid(packed.id)).toBe("All that was paid has gone back to the buyer.")
  await staff.post(z.unknown(), `/admin/orders/${packed.id}/release`, { reason: "The goods are a gift" })
  expect((await sendIt(packed.id, "")).status).toBe(200)
  expect((await staff.send("POST", `/admin/orders/${unpacked.id}/complete`, {})).status).toBe(200)
})

it("lets staff complete an order that was refunded in full after a part was sent, and sells the rest again", async () => {
  const { id, product } = await paid()
  const [item] = await itemsOf(id)
  const mayComplete = async () =>
    (await staff.get(paymentPanelSchema, `/admin/payment-review/orders/${id}`)).panel.paymentStatus
      .mayComplete
  const parts = `/admin/orders/${id}/fulfillments`
  expect((await staff.send("POST", parts, { items: [{ id: item?.id, quantity: 1 }] })).status).toBe(200)
  await refund(staff, id, 10)
  expect(await mayComplete()).toBe(false)
  await staff.post(z.unknown(), `/admin/orders/${id}/release`, { reason: "One of two is a gift" })
  const parcel = (await readIt(id)).fulfillments[0]?.id ?? ""
  expect((await shipIt(id, parcel)).status).toBe(200)
  expect(await mayComplete()).toBe(true)
  expect(await stockOf(product.inventoryItemId)).toEqual([{ stocked: 9, reserved: 1 }])

  for (const _ of ["once", "again"])
    expect((await staff.send("POST", `/admin/orders/${id}/complete`, {})).status).toBe(200)
  expect(await mayComplete()).toBe(false)
  expect(await idsIn("to_pack")).not.toContain(id)
  // A run that had begun before is the one that is joined.
  const stockAfterRepair = async () => {
    await runJob(staff, "repair-reservations")
    return stockOf(product.inventoryItemId)
  }
  const left = await eventually(stockAfterRepair, ([level]) => level?.["reserved"] === 0)
  expect(left).toEqual([{ stocked: 9, reserved: 0 }])
})

it("holds an order that staff released unpaid, once it is paid and refunded in full, until they release it again", async () => {
  const product = await makeProduct(staff, { price: 5, stock: 10 })
  const { id } = await order(checkoutOf(await fillCart(product, 2), 10, { paymentMethod: "card" }))
  const release = () =>
    staff.post(z.unknown(), `/admin/orders/${id}/release`, { reason: "Pays on collection" })
  await release()
  await capture(staff, id)
  await refund(staff, id, 10)
  expect(await messageOf(await packIt(id))).toContain("All that was paid has gone back to the buyer.")
  await release()
  expect((await packIt(id)).status).toBe(200)
})

it("does not cancel a parcel that the server stopped sending: it is finished", async () => {
  const { id } = await paid()
  await packIt(id)
  const parcel = (await readIt(id)).fulfillments[0]?.id ?? ""
  await sendIt(id, "")
  await askDatabase(inject("databaseUrl"), "update fulfillment set shipped_at = null where id = $1", [parcel])
  const cancelled = await staff.send("POST", `/admin/orders/${id}/fulfillments/${parcel}/cancel`, {})
  expect(await messageOf(cancelled)).toContain("This parcel is recorded as sent, so it is not cancelled.")
  expect(await stateOf(id)).toMatchObject({ packed: [2], sent: [2] })
})

it("cancels no order while it is packed, and packs none while it is cancelled", async () => {
  const { id, product } = await paid()
  const cancel = staff.send("POST", `/admin/orders/${id}/cancel`, {})
  const statuses = (await Promise.all([cancel, packIt(id)])).map(({ status }) => status)
  expect([...statuses].sort()).toEqual([200, 400])
  const isPacked = statuses[1] === 200
  expect(await stateOf(id)).toMatchObject({ packed: [isPacked ? 2 : 0] })
  expect(await stockOf(product.inventoryItemId)).toMatchObject([{ stocked: isPacked ? 8 : 10 }])
})

it("makes, ships and cancels a parcel once on Medusa's page, however many press at once, there or in Today", async () => {
  const { id, product } = await paid()
  const items = (await itemsOf(id)).map((item) => ({ id: item.id, quantity: 2 }))
  const statusesOf = async (answers: Promise<Response>[]) =>
    (await Promise.all(answers)).map(({ status }) => status).sort()
  const make = () => staff.send("POST", `/admin/orders/${id}/fulfillments`, { items })
  const made = await Promise.all([make(), make(), packIt(id), make()])
  expect(made.filter(({ status }) => status >= 500)).toEqual([])
  expect(await stateOf(id)).toEqual({ packed: [2], sent: [0], numbers: [[]] })
  expect(await stockOf(product.inventoryItemId)).toEqual([{ stocked: 8, reserved: 0 }])
  const [first] = (await readIt(id)).fulfillments
  const cancel = (parcel: string) =>
    staff.send("POST", `/admin/orders/${id}/fulfillments/${parcel}/cancel`, {})
  expect(await statusesOf([cancel(first?.id ?? ""), cancel(first?.id ?? "")])).toEqual([200, 400])
  expect(await stockOf(product.inventoryItemId)).toEqual([{ stocked: 10, reserved: 2 }])
  expect((await packIt(id)).status).toBe(200)
  const second = (await readIt(id)).fulfillments.find((one) => one.id !== first?.id)?.id ?? ""
  expect(await statusesOf([shipIt(id, second), sendIt(id, ""), shipIt(id, second), cancel(second)])).toEqual([
    ...[200, 400, 400, 400],
  ])
  const { packed, sent } = await stateOf(id)
  // Whoever was first: all of it has left, or its parcel is cancelled and nothing has.
  expect([packed, sent].flat()).toEqual(sent[0] === 2 ? [2, 2] : [0, 0])
})

it("lets the next one go on when a client has gone before the answer", async () => {
  const { id } = await paid()
  const items = (await itemsOf(id)).map((item) => ({ id: item.id, quantity: 2 }))
  const client = new pg.Client({ connectionString: inject("databaseUrl") })
  await client.connect()
  try {
    // The parcel waits for this, and its client does not.
    await client.query("begin")
    await client.query("lock table fulfillment in exclusive mode")
    await expect(
      staff.send("POST", `/admin/orders/${id}/fulfillments`, { items }, AbortSignal.timeout(1000)),
    ).rejects.toThrow()
  } finally {
    await client.query("rollback")
    await client.end()
  }
  expect((await packIt(id)).status).toBe(200)
  expect(await stateOf(id)).toEqual({ packed: [2], sent: [0], numbers: [[]] })
})

it("changes no parcel by a route that knows no order", async () => {
  const { id } = await paid()
  const parcel = await pack(staff, id)
  for (const what of ["shipment", "cancel"]) {
    const rejected = await staff.send("POST", `/admin/fulfillments/${parcel}/${what}`, { labels: [] })
    expect(await messageOf(rejected)).toMatch(/^Parcels are made, sent and cancelled on their order's page/)
  }
  expect(await stateOf(id)).toEqual({ packed: [2], sent: [0], numbers: [[]] })
})

it("packs and sends no order with an open change, and says so", async () => {
  const [unpacked, packed] = [await paid(), await paid()]
  await packIt(packed.id)
  for (const { id } of [unpacked, packed]) await openEdit(staff, id, { quantity: 3 })
  for (const rejected of [await packIt(unpacked.id), await sendIt(packed.id, "")]) {
    expect(rejected.status).toBe(400)
    expect(await messageOf(rejected)).toBe(
      "Staff began an edit of this order and did not finish it. Confirm or cancel it on the order's page first.",
    )
  }
  expect(await stateOf(unpacked.id)).toMatchObject({ packed: [0] })
  expect(await stateOf(packed.id)).toMatchObject({ sent: [0] })
})

it("sends no order of which several parcels are packed", async () => {
  const { id } = await paid()
  const half = { items: (await itemsOf(id)).map((item) => ({ id: item.id, quantity: 1 })) }
  await staff.post(z.unknown(), `/admin/orders/${id}/fulfillments`, half)
  await packIt(id)
  expect(await stateOf(id)).toMatchObject({ packed: [2], numbers: [[], []] })
  expect(await messageOf(await sendIt(id, ""))).toBe(
    "It has 2 packed parcels: mark each as shipped on its page.",
  )
})

it("is for staff only", async () => {
  for (const path of ["/admin/parcels/preview", "/admin/orders/a/pack", "/admin/orders/a/dispatch"])
    expect((await send(path, { method: "POST", body: {} })).status).toBe(401)
})
