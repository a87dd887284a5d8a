import { randomUUID } from "node:crypto"
import { followedOrderSchema, placedOrderSchema, type FollowedOrder } from "@shop/contracts"
import { dispatchPreviewSchema } from "@shop/contracts/staff"
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest"
import { z } from "zod"
import { call, refused, send } from "../harness/call"
import { startCards, type Cards } from "../harness/card-shop"
import { cardRecords } from "../harness/card-records"
import { checkoutOf, fillCart } from "../harness/checkout"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { randomPerson, startGoogle, type Google } from "../harness/google"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { MAILS } from "../harness/mails"
import { keyMailedTo, openWith } from "../harness/order-links"
import { startOwnBackend } from "../harness/own-backend"
import { deliver, dispatch } from "../harness/parcel"
import { paymentReviewOf, type PaymentReview } from "../harness/payment-review"
import { runJob } from "../harness/run-job"
import { STAFF } from "../harness/settings"
import { signInShopper, type Shopper } from "../harness/shopper"
import { signInStaff, type Staff } from "../harness/staff"
import { tracesOf } from "../harness/traces"

type Headers = Record<string, string>

let cards: Cards
let google: Google
let mailbox: Mailbox
let shop: Awaited<ReturnType<typeof startOwnBackend>>
let staff: Staff
let review: PaymentReview
let records: ReturnType<typeof cardRecords>
let product: MadeProduct
let buyer: Shopper
beforeAll(async () => {
  ;[cards, google, mailbox] = await Promise.all([startCards(), startGoogle(), openMailbox()])
  shop = await startOwnBackend("withdraw", {
    ...cards.settings,
    ...google.settings,
    STRIPE_API_URL: cards.url,
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    SMTP_URL: mailbox.url,
  })
  await cards.notify(shop.url)
  staff = await signInStaff(shop.url)
  review = paymentReviewOf(staff)
  records = cardRecords(shop.databaseUrl, cards, mailbox)
  product = await makeProduct(staff, { price: 12.5, stock: 500 })
  buyer = await signInShopper(shop.url, await google.idToken(randomPerson()))
})
afterAll(async () => {
  await shop.stop()
  await Promise.all([cards.stop(), google.stop(), mailbox.close()])
})

const ask = (sql: string, values: unknown[] = []) => records.ask(sql, values)
const pathOf = (id: string) => `/api/orders/${id}/withdrawal`
const read = (id: string, headers: Headers = buyer.headers): Promise<FollowedOrder> =>
  call(followedOrderSchema, `/api/orders/${id}`, { backendUrl: shop.url, headers })

/** Three jars, paid by card. */
async function paid(headers: Headers = buyer.headers) {
  const { email } = randomPerson()
  const body = checkoutOf(await fillCart(product, 3, undefined, shop.url), 37.5, {
    paymentMethod: "card",
    email,
  })
  const { id, number } = await call(placedOrderSchema, "/api/orders", {
    method: "POST",
    body,
    backendUrl: shop.url,
    headers,
  })
  await cards.pay(id)
  await vi.waitFor(async () => expect((await read(id, headers)).status).toBe("paid"), {
    timeout: 60_000,
    interval: 200,
  })
  return { id, number, email }
}
/** The same, after the hour in which it can be cancelled. */
async function settledOrder(headers: Headers = buyer.headers) {
  const order = await paid(headers)
  await ask(
    `update capture c set created_at = now() - interval '2 hours' from payment p
       join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
      where p.id = c.payment_id and l.order_id = $1`,
    [order.id],
  )
  return order
}
async function delivered(headers: Headers = buyer.headers) {
  const order = await settledOrder(headers)
  const parcel = await dispatch(staff, order.id, "AB123456785GB")
  await deliver(staff, order.id, parcel)
  return { ...order, parcel }
}

async function noticeAbout(id: string, quantity = 2, over: object = {}) {
  const items = await ask("select item_id as id from order_item where order_id = $1", [id])
  const [item] = z.array(z.object({ id: z.string() })).parse(items)
  return {
    items: [{ id: item?.id ?? "", quantity }],
    name: "Ada Lovelace",
    address: "12 St James's Square, London SW1Y 4JH",
    ...over,
  }
}
const options = (body: unknown, headers: Headers = buyer.headers) =>
  ({ method: "POST", backendUrl: shop.url, headers, body }) as const
const withdraw = (id: string, body: unknown, headers?: Headers) =>
  call(followedOrderSchema, pathOf(id), options(body, headers))
const settle = (id: string, reason = "Both jars are back. We refunded £25.00.") =>
  staff.post(z.unknown(), `/admin/orders/${id}/withdrawal/settlement`, { reason })
const mailsOf = async (id: string) => {
  await records.untilAtRest(id)
  const sql = `select template from ${MAILS} where data ->> 'orderId' = $1 and template like 'withdrawal%' order by template`
  const rows = await ask(sql, [id])
  return z
    .array(z.object({ template: z.string() }))
    .parse(rows)
    .map(({ template }) => template)
}

describe("whose order", () => {
  it("a guest needs the link of their mail, and an account's order is unknown to others", async () => {
    const { id } = await settledOrder()
    const other = await signInShopper(shop.url, await google.idToken(randomPerson()))
    for (const headers of [{}, other.headers])
      await refused(404, pathOf(id), options(await noticeAbout(id), headers))
    const guest = await settledOrder({})
    const notice = await noticeAbout(guest.id)
    const problem = await refused(403, pathOf(guest.id), options(notice, {}))
    expect(problem.code).toBe("not_the_buyer")
    const key = await keyMailedTo(mailbox, guest.email, guest.id)
    const { headers } = await openWith(shop.url, key, guest.id)
    const { owner } = await withdraw(guest.id, notice, headers)
    expect(owner?.withdrawal?.sent).toMatchObject({ settledAt: null, items: [{ quantity: 2 }] })
    expect((await read(guest.id, {})).owner).toBeNull()
    expect(await ask("select came_by from order_withdrawal where order_id = $1", [guest.id])).toEqual([
      { came_by: "link" },
    ])
  })
})

describe("when", () => {
  const rejectionOf = async (id: string) =>
    (await refused(409, pathOf(id), options(await noticeAbout(id)))).code

  it("a paid order has the right from the end of the hour for cancelling, also before it is sent", async () => {
    const { id } = await paid()
    expect((await read(id)).owner).toMatchObject({ withdrawal: null, cancellation: { refund: "card" } })
    expect(await rejectionOf(id)).toBe("cancel_instead")
    await call(followedOrderSchema, `/api/orders/${id}/cancellation`, options({}))
    expect(await rejectionOf(id)).toBe("nothing_to_return")
    const later = await settledOrder()
    expect((await read(later.id)).owner?.withdrawal).toEqual({ until: null, sent: null })
    expect((await withdraw(later.id, await noticeAbout(later.id))).owner?.withdrawal?.sent).not.toBeNull()
  })

  it("it lasts to the end of the 14th day after the day of delivery", async () => {
    const { id, parcel } = await delivered()
    const { owner } = await read(id)
    const days = (Date.parse(owner?.withdrawal?.until ?? "") - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(14)
    expect(days).toBeLessThanOrEqual(15)
    const deliveredAgo = (ago: string) =>
      ask("update fulfillment set delivered_at = now() - cast($2 as interval) where id = $1", [parcel, ago])
    await deliveredAgo("15 days")
    expect((await read(id)).owner?.withdrawal).toBeNull()
    expect(await rejectionOf(id)).toBe("period_over")
    await deliveredAgo("14 days")
    expect((await withdraw(id, await noticeAbout(id))).owner?.withdrawal?.sent).not.toBeNull()
    // What was sent stays on the page.
    await deliveredAgo("40 days")
    expect((await read(id)).owner?.withdrawal?.sent).not.toBeNull()
  })
})

it("an order that its buyer does not want is neither packed nor sent until staff settle it", async () => {
  const [unpacked, packed] = [await settledOrder(), await settledOrder()]
  const packIt = (id: string) => staff.post(z.unknown(), `/admin/orders/${id}/pack`, {})
  const sendIt = (id: string) => staff.post(z.unknown(), `/admin/orders/${id}/dispatch`, { tracking: "none" })
  await packIt(packed.id)
  for (const { id } of [unpacked, packed]) await withdraw(id, await noticeAbout(id))
  const why = "Its buyer has withdrawn from it: decide that on its page first."
  await expect(packIt(unpacked.id)).rejects.toThrow(why)
  await expect(sendIt(packed.id)).rejects.toThrow(why)
  const body = { orders: [packed.id], list: "" }
  const { orders } = await staff.post(dispatchPreviewSchema, "/admin/parcels/preview", body)
  expect(orders).toMatchObject([{ id: packed.id, problem: why }])
  for (const { id } of [unpacked, packed]) {
    await settle(id, "The buyer takes the parcel after all.")
    await packIt(id)
    await sendIt(id)
  }
})

describe("the notice", () => {
  it("sent five times at once is one record and one case, and is acknowledged once with the whole form", async () => {
    const { id, number, email } = await delivered()
    const notice = await noticeAbout(id)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(pathOf(id), options(notice))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    expect(await ask("select pence from order_withdrawal where order_id = $1", [id])).toEqual([
      { pence: 2500 },
    ])
    expect(await mailsOf(id)).toEqual(["withdrawal-acknowledged", "withdrawal-received"])
    const { text = "" } = await mailbox.mailTo(email, "I hereby give notice")
    for (const part of [`2 × ${product.name}`, "Ada Lovelace", "12 St James's Square", "within 14 days"])
      expect(text).toContain(part)
    const toStaff = records.mailsAbout(`Order ${number}: the buyer returns goods`)
    expect(toStaff.map(({ replyTo }) => replyTo?.[0]?.address)).toEqual([email])
    expect(await review.inboxOf(id)).toMatchObject([{ kind: "withdrawal", pence: 2500 }])
    const { withdrawal } = await review.panel(id)
    expect(withdrawal).toMatchObject({ name: "Ada Lovelace", pence: 2500, settledAt: null })
    // Another notice does not replace it.
    const other = await refused(409, pathOf(id), options(await noticeAbout(id, 1)))
    expect(other.code).toBe("sent_before")
    expect((await read(id)).owner?.withdrawal?.sent?.items).toMatchObject([{ quantity: 2 }])
  })

  it("names items of this order only, no more than were ordered", async () => {
    const { id } = await delivered()
    const fields = async (body: unknown) =>
      (await refused(400, pathOf(id), options(body))).errors?.map(({ field }) => field)
    const notice = await noticeAbout(id)
    expect(await fields(await noticeAbout(id, 4))).toEqual(["items"])
    expect(await fields({ ...notice, items: [] })).toEqual(["items"])
    expect(await fields({ ...notice, items: [...notice.items, ...notice.items] })).toEqual(["items"])
    expect(await fields({ ...notice, items: [{ id: "ordli_other", quantity: 1 }] })).toEqual(["items"])
    expect(await fields({ ...notice, name: "A", address: "" })).toEqual(["name", "address"])
    expect(await ask("select 1 from order_withdrawal where order_id = $1", [id])).toEqual([])
  })

  it("is settled once by staff, whose words the buyer is mailed", async () => {
    const { id, email } = await delivered()
    await expect(settle(id)).rejects.toThrow(/has not withdrawn/)
    const notice = await noticeAbout(id)
    await withdraw(id, notice)
    const schema = z.object({
      payments: z.array(z.object({ id: z.string() })),
      lines: z.array(z.object({ returned: z.number() })),
    })
    const refundable = () => staff.get(schema, `/admin/orders/${id}/payments`)
    const { payments, lines } = await refundable()
    expect(lines.map(({ returned }) => returned)).toEqual([2])
    await staff.post(z.unknown(), `/admin/payments/${payments[0]?.id ?? ""}/actions`, {
      ...{ action: "refund", idempotency_key: randomUUID(), reason: "Both jars are back." },
      refund: { amount: 25, chosen: { items: notice.items } },
    })
    await vi.waitFor(async () => {
      expect((await refundable()).lines.map(({ returned }) => returned)).toEqual([0])
    })
    await expect(settle(id, "ok")).rejects.toThrow(/Say why/)
    await Promise.all([settle(id), settle(id)])
    await settle(id, "Something else entirely.")
    expect(await mailsOf(id)).toEqual([
      "withdrawal-acknowledged",
      "withdrawal-received",
      "withdrawal-settled",
    ])
    await mailbox.mailTo(email, "Both jars are back.")
    expect(await review.inboxOf(id)).toEqual([])
    const done = (await review.overview()).done.filter(({ orderId }) => orderId === id)
    expect(done).toMatchObject([{ what: "Settled a return", by: STAFF.email }])
    expect((await read(id)).owner?.withdrawal?.sent?.settledAt).not.toBeNull()
    expect(
      (await send(`/admin/orders/${id}/withdrawal/settlement`, options({ reason: "a reason" }))).status,
    ).toBe(401)
  })
})

it("is in the buyer's data, keeps their order readable until it is settled, and is erased with it", async () => {
  const person = randomPerson({ name: "Wilhelmina Returner" })
  const { headers } = await signInShopper(shop.url, await google.idToken(person))
  const { id } = await delivered(headers)
  const address = "99 Erasable Crescent, London SW1Y 4JH"
  await withdraw(id, await noticeAbout(id, 1, { name: person.name, address }), headers)
  const exported = await (await send("/api/account/export", { backendUrl: shop.url, headers })).text()
  expect(exported).toContain(address)
  expect((await send("/api/account", { method: "DELETE", backendUrl: shop.url, headers })).ok).toBe(true)
  expect((await review.panel(id)).withdrawal).toMatchObject({ name: person.name, address })
  await settle(id, `Dear ${person.name}, all is refunded.`)
  await records.untilAtRest(id)
  await runJob(staff, "purge-expired-data")
  expect(await tracesOf(shop.databaseUrl, [person.name, "Erasable Crescent"])).toEqual([])
  expect((await review.panel(id)).withdrawal).toMatchObject({ name: "", address: "", pence: 1250 })
})
