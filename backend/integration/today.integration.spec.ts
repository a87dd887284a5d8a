import { contactReceiptSchema } from "@shop/contracts"
import {
  listedOrdersSchema,
  todaySchema,
  type ListedOrders,
  type OrderList,
  type Today,
} from "@shop/contracts/staff"
import { beforeAll, expect, it } from "vitest"
import { z } from "zod"
import { call, send } from "./harness/call"
import { checkoutOf, fillCart, order } from "./harness/checkout"
import { linesOf } from "./harness/edits"
import { makeProduct } from "./harness/fixtures"
import { capture, dispatch, pack, refund, ship } from "./harness/parcel"
import { signInStaff, type Staff } from "./harness/staff"

let staff: Staff
beforeAll(async () => {
  staff = await signInStaff()
})

const today = () => staff.get(todaySchema, "/admin/today")

/** Every order of a list. */
async function all(list: OrderList, offset = 0): Promise<ListedOrders["orders"]> {
  const page = await staff.get(listedOrdersSchema, `/admin/order-lists?list=${list}&offset=${String(offset)}`)
  return page.hasMore ? [...page.orders, ...(await all(list, offset + page.orders.length))] : page.orders
}
const found = async (list: OrderList, id: string) => (await all(list)).find((one) => one.id === id)

async function placed(paymentMethod: "card" | "bitcoin") {
  const product = await makeProduct(staff, { price: 12.5 })
  return order(checkoutOf(await fillCart(product), 12.5, { paymentMethod }))
}

/** How the counts of open orders changed. */
function changeOf(before: Today, after: Today): Partial<Record<OrderList, number>> {
  const lists = ["to_pack", "to_ship", "to_capture", "difference_due", "on_hold", "awaiting_payment"] as const
  const changes = lists.map((list) => [list, after.orders[list] - before.orders[list]] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}

it("leads a card order from its capture to its parcel, and counts it once at each step", async () => {
  const start = await today()
  const { id, number } = await placed("card")
  expect(changeOf(start, await today())).toEqual({ to_capture: 1 })
  expect(await found("to_capture", id)).toMatchObject({
    number,
    customer: "Ada Lovelace",
    paidBy: "Card by hand",
    pence: 1250,
    state: "to_capture",
    needsReview: false,
  })

  await capture(staff, id)
  expect(changeOf(start, await today())).toEqual({ to_pack: 1 })
  expect(await found("to_pack", id)).toMatchObject({ state: "to_pack" })

  const parcel = await pack(staff, id)
  expect(changeOf(start, await today())).toEqual({ to_ship: 1 })
  expect(await found("to_ship", id)).toMatchObject({ state: "to_ship" })

  await ship(staff, id, parcel, { tracking: "AB123456789GB", isSilent: true })
  expect(changeOf(start, await today())).toEqual({})
  expect((await all("shipped"))[0]).toMatchObject({ id, state: "shipped" })
})

it("lists an unpaid order until it is cancelled, and to pack if staff release it", async () => {
  const start = await today()
  const { id } = await placed("bitcoin")
  expect(changeOf(start, await today())).toEqual({ awaiting_payment: 1 })
  expect(await found("awaiting_payment", id)).toMatchObject({ paidBy: "Bitcoin", state: "awaiting_payment" })

  const released = await placed("bitcoin")
  await staff.post(z.unknown(), `/admin/orders/${released.id}/release`, { reason: "Pays on collection" })
  expect(await found("to_pack", released.id)).toMatchObject({ state: "to_pack" })
  await dispatch(staff, released.id, "CD123456789GB")

  await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
  expect(await found("awaiting_payment", id)).toBeUndefined()
  expect((await all("cancelled"))[0]).toMatchObject({ id, state: "cancelled" })
  expect(changeOf(start, await today())).toEqual({})
})

it("lists an order that is refunded before it is packed as on hold, until it is cancelled", async () => {
  const { id } = await placed("card")
  await capture(staff, id)
  const start = await today()
  await refund(staff, id, 12.5)
  expect(changeOf(start, await today())).toEqual({ to_pack: -1, on_hold: 1 })
  expect(await found("on_hold", id)).toMatchObject({ state: "on_hold" })
  await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
  expect(await found("on_hold", id)).toBeUndefined()
})

it("keeps an order of which a part has left among those to pack", async () => {
  const product = await makeProduct(staff, { price: 5 })
  const body = checkoutOf(await fillCart(product, 2), 10, { paymentMethod: "card" })
  const { id } = await order(body)
  await capture(staff, id)
  const half = { items: (await linesOf(staff, id)).map((line) => ({ id: line, quantity: 1 })) }
  for (const state of ["to_pack", "to_ship"]) {
    await staff.post(z.unknown(), `/admin/orders/${id}/fulfillments`, half)
    expect(await found(state === "to_pack" ? "to_pack" : "to_ship", id)).toMatchObject({ state })
  }
})

it("counts unread messages, and products on sale that run low or are sold out", async () => {
  const start = await today()
  const body = { name: "Ann", email: "ann@x.test", subject: "Hello", message: "Is it raw, dear shop?" }
  const { id } = await call(contactReceiptSchema, "/api/contact", {
    method: "POST",
    body: { ...body, consent: true },
  })
  await makeProduct(staff, { stock: 5 })
  await makeProduct(staff, { stock: 0 })
  await makeProduct(staff, { stock: 0, status: "draft" })
  const now = await today()
  expect(now.unreadMessages - start.unreadMessages).toBe(1)
  expect(now.stock).toEqual({ low: start.stock.low + 1, soldOut: start.stock.soldOut + 1 })
  const overview = z.object({ total: z.number() })
  for (const [view, count] of [
    ["low", now.stock.low],
    ["sold-out", now.stock.soldOut],
  ] as const)
    expect(await staff.get(overview, `/admin/stock-overview?view=${view}`)).toMatchObject({ total: count })

  await staff.post(z.unknown(), `/admin/contact-messages/${id}/state`, { state: "read" })
  expect((await today()).unreadMessages).toBe(start.unreadMessages)
})

it("prints the packing slips of several orders, in the order asked for", async () => {
  const [one, other] = [await placed("card"), await placed("bitcoin")]
  const page = await staff.text(`/admin/packing-slips?orders=${other.id},${one.id}`)
  const numbers = [...page.matchAll(/Order (\d+)<br/g)].map(([, number]) => Number(number))
  expect(numbers).toEqual([other.number, one.number])
  // The SKUs, by which the goods are found.
  expect(page.match(/TEST-[0-9a-f]+/g)).toHaveLength(2)
})

it("rejects a list that does not exist and more than fifty packing slips", async () => {
  expect((await staff.send("GET", "/admin/order-lists?list=lost")).status).toBe(400)
  const ids = Array.from({ length: 51 }, (_, index) => `order_${String(index)}`).join(",")
  expect((await staff.send("GET", `/admin/packing-slips?orders=${ids}`)).status).toBe(400)
})

it("is for staff only", async () => {
  for (const path of ["/admin/today", "/admin/order-lists?list=to_pack", "/admin/packing-slips?orders=a"])
    expect((await send(path)).status).toBe(401)
})

it("is the first page of the menu, unless staff order it otherwise", async () => {
  const layout = z.object({
    default_configuration: z.object({
      configuration: z.object({ widgets: z.record(z.string(), z.object({ order: z.number() })) }),
    }),
  })
  const { default_configuration: stored } = await staff.get(layout, "/admin/layouts/sidebar/configuration")
  const entries = Object.entries(stored.configuration.widgets)
  entries.sort(([, one], [, other]) => one.order - other.order)
  expect(entries.slice(0, 3).map(([entry]) => entry)).toEqual([
    "core:Searchbar",
    "core:nav:/today",
    "core:nav:/orders",
  ])
})
