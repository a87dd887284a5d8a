import { randomInt } from "node:crypto"
import { dispatchPreviewSchema } from "@shop/contracts/staff"
import { beforeAll, expect, inject, it } from "vitest"
import { z } from "zod"
import { send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { makeProduct } from "./harness/fixtures"
import { MAILS } from "./harness/mails"
import { capture, pack } from "./harness/parcel"
import { askDatabase } from "./harness/postgres"
import { eventually } from "./harness/regtest"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const aNumber = () => `AB${String(randomInt(1e8, 1e9))}GB`
const packIt = (id: string) => staff.send("POST", `/admin/orders/${id}/pack`, {})
const sendIt = (id: string, tracking: string) =>
  staff.send("POST", `/admin/orders/${id}/dispatch`, { tracking })
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
  const ship = (numbers: string[], path = `/admin/orders/${id}/fulfillments/${parcel}/shipments`) =>
    staff.send("POST", path, {
      ...(path.includes("/orders/") && { items: [] }),
      labels: numbers.map((tracking_number) => ({ tracking_number, tracking_url: "#", label_url: "#" })),
    })
  for (const numbers of [[], [" "]])
    for (const path of [undefined, `/admin/fulfillments/${parcel}/shipment`]) {
      const rejected = await ship(numbers, path)
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
  const edit = `/admin/order-edits/${id}`
  await staff.post(z.unknown(), "/admin/order-edits", { order_id: id })
  for (const item of await itemsOf(id))
    await staff.post(z.unknown(), `${edit}/items/item/${item.id}`, { quantity: 4 })
  await staff.post(z.unknown(), `${edit}/request`, {})
  const why =
    "This order is not paid in full: £10.00 is open. To ship it anyway, allow it with a reason in the order's Payment panel."
  expect((await preview([id, other.id])).orders).toMatchObject([
    { id, problem: why },
    { id: other.id, problem: null },
  ])
  const parcel = (await readIt(id)).fulfillments[0]?.id ?? ""
  const onMedusasPages = () =>
    Promise.all([
      staff.send("POST", `/admin/orders/${id}/fulfillments/${parcel}/shipments`, { items: [] }),
      staff.send("POST", `/admin/fulfillments/${parcel}/shipment`, { labels: [] }),
    ])
  for (const rejected of [await sendIt(id, ""), ...(await onMedusasPages())])
    expect(await messageOf(rejected)).toBe(why)
  expect(await stateOf(id)).toMatchObject({ sent: [0] })
  await staff.post(z.unknown(), `/admin/orders/${id}/release`, { reason: "The goods are a gift" })
  expect((await preview([id])).orders).toMatchObject([{ id, problem: null }])
  expect((await sendIt(id, "")).status).toBe(200)
  expect(await stateOf(id)).toMatchObject({ sent: [2] })
})

it("packs and sends no order with an open change, and says so", async () => {
  const [unpacked, packed] = [await paid(), await paid()]
  await packIt(packed.id)
  for (const { id } of [unpacked, packed])
    await staff.post(z.unknown(), "/admin/order-edits", { order_id: id })
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
