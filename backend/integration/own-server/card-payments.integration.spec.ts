import { Client } from "@medusajs/framework/pg"
import { randomUUID } from "node:crypto"
import type { PlaceOrderBody } from "@shop/contracts"
import { dispatchPreviewSchema, listedOrdersSchema } from "@shop/contracts/staff"
import { paymentOverviewSchema } from "@shop/contracts/staff-payments"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest"
import { z } from "zod"
import { faultsOf } from "../fuzz/judge"
import { notifications } from "../fuzz/notifications"
import { sendRaw } from "../fuzz/send"
import { count, seed } from "../fuzz/size"
import { refused, send } from "../harness/call"
import { browserOf, checkoutOf, fillCart, order, tryOrder } from "../harness/checkout"
import { makeProduct, saveFoodInformation, type MadeProduct } from "../harness/fixtures"
import { type Cards, CardBuyer, DECLINED, REFUSED_LATER, SLOW, startCards } from "../harness/card-shop"
import { sessionFor, stripeAt } from "../../../sandbox/src/testing/card-client"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { keyMailedTo, openWith } from "../harness/order-links"
import { startOwnBackend } from "../harness/own-backend"
import { cardRefund, paymentReviewOf, type PaymentReview } from "../harness/payment-review"
import { askDatabase } from "../harness/postgres"
import { STAFF } from "../harness/settings"
import { signInStaff, type Staff } from "../harness/staff"

let cards: Cards
let shop: Awaited<ReturnType<typeof startOwnBackend>>
let mailbox: Mailbox
let staff: Staff
let review: PaymentReview
let buyer: CardBuyer

beforeAll(async () => {
  cards = await startCards()
  mailbox = await openMailbox()
  shop = await startOwnBackend("cards", {
    ...cards.settings,
    STRIPE_API_URL: cards.url,
    BITCOIN_ESPLORA_URL: inject("quietChainUrl"),
    BITCOIN_WALLET_GAP_LIMIT: "80",
    SMTP_URL: mailbox.url,
    STAFF_EMAIL,
  })
  await cards.notify(shop.url)
  staff = await signInStaff(shop.url)
  review = paymentReviewOf(staff)
  buyer = new CardBuyer(shop.url, staff)
})
afterAll(async () => {
  await shop.stop()
  await cards.stop()
  await mailbox.close()
})

const byBuyer = (id: string) => ({ method: "POST", headers: browserOf(id), backendUrl: shop.url }) as const
const STAFF_EMAIL = "staff@shop.test"
const itemsSchema = z.object({
  order: z.object({ items: z.array(z.object({ id: z.string(), quantity: z.number() })) }),
})
const walletAnswer = z.object({
  wallet: z.object({
    unpaid_in_a_row: z.number(),
    own_address: z.object({ is_open: z.boolean(), seen_at: z.string().nullable() }).nullable(),
  }),
})

const ask = <Row extends object>(sql: string, values: unknown[] = []) =>
  askDatabase<Row>(shop.databaseUrl, sql, values)
const until = <Result>(check: () => Promise<Result>) => vi.waitFor(check, { timeout: 90_000, interval: 200 })

/** Waits until the order's page shows this state. The page's own reading makes the shop look at the processor. */
const untilState = (orderId: string, state: string) =>
  until(async () => {
    const found = await buyer.read(orderId)
    expect(found.cardPayment?.state).toBe(state)
    return found
  })
/** The providers of an order's payment sessions. */
const sessionsOf = async (orderId: string) => {
  const found = await ask<{ provider: string }>(
    `select s.provider_id as provider from payment_session s
       join order_payment_collection l on l.payment_collection_id = s.payment_collection_id where l.order_id = $1`,
    [orderId],
  )
  return found.map(({ provider }) => provider)
}
const capturesOf = (orderId: string) =>
  ask(
    `select c.amount from capture c join payment p on p.id = c.payment_id
       join order_payment_collection l on l.payment_collection_id = p.payment_collection_id where l.order_id = $1`,
    [orderId],
  )
const reservationsOf = (orderId: string) =>
  ask(
    `select r.id from reservation_item r join order_item i on i.item_id = r.line_item_id
      where i.order_id = $1 and r.deleted_at is null`,
    [orderId],
  )
/** Has the shop read the order's payment at once, as a later poll does. */
const readNow = (orderId: string, change = "") =>
  ask(`update card_payment set next_poll_at = now() ${change} where order_id = $1`, [orderId])

it("a paid order is captured once, whatever comes twice", async () => {
  await cards.command("/webhooks/rules", { action: "duplicate", copies: 3 })
  const { placed, cartId } = await buyer.order()
  expect(placed).toMatchObject({
    paymentMethod: "card",
    status: "awaiting_payment",
    bitcoin: null,
    cardPayment: { state: "awaiting_payment", canRetry: true, canPayWithBitcoin: true, refunded: "0.00" },
  })
  expect(placed.cardPaymentUrl).toContain(cards.url)
  // A second click returns the same order and the same page.
  const again = await order(checkoutOf(cartId, 12.5, { paymentMethod: "card" }), shop.url)
  expect(again).toMatchObject({ id: placed.id, cardPaymentUrl: placed.cardPaymentUrl })
  await cards.pay(placed.id)
  const paid = await untilState(placed.id, "paid")
  expect(paid).toMatchObject({ status: "paid", cardPayment: { canRetry: false, canPayWithBitcoin: false } })
  expect(await capturesOf(placed.id)).toEqual([{ amount: "12.5" }])
  await refused(409, `/api/orders/${placed.id}/card-session`, byBuyer(placed.id))
  await until(async () => {
    const [card] = (await review.panel(placed.id)).cards
    expect(card).toMatchObject({
      state: "paid",
      isCaptured: true,
      card: "Visa ending 4242",
      processor: "Stripe",
      receivedPence: 1250,
      refundablePence: 1250,
    })
    expect(card?.feePence).toBeGreaterThan(0)
  })
  const receipt = await staff.text(`/admin/orders/${placed.id}/receipt`)
  expect(receipt).toContain("By card, Visa ending 4242: £12.50")
  const path = `/api/orders/${placed.id}/receipt`
  const forBuyer = await send(path, { backendUrl: shop.url, headers: browserOf(placed.id) })
  expect(await forBuyer.text()).toBe(receipt)
  expect(forBuyer.headers.get("content-security-policy")).toContain("default-src 'none'")
  expect((await send(path, { backendUrl: shop.url })).status).toBe(403)
  const unpaid = await buyer.order()
  const early = await send(`/api/orders/${unpaid.placed.id}/receipt`, {
    backendUrl: shop.url,
    headers: browserOf(unpaid.placed.id),
  })
  expect(early.status).toBe(409)
  for (const [{ id }, hasReceipt] of [
    [placed, true],
    [unpaid.placed, false],
  ] as const) {
    const page = await send(`/api/orders/${id}`, { backendUrl: shop.url, headers: browserOf(id) })
    expect(await page.json()).toMatchObject({ owner: { hasReceipt } })
  }
  const mail = await mailbox.mailTo("ada@example.com", "Visa ending 4242")
  expect(mail.subject).toBe(`Order ${String(placed.number)} is paid`)
  await cards.command("/webhooks/rules", {}, "DELETE")
})

it("a declined card leaves the page open, and another card pays it", async () => {
  const { placed } = await buyer.order()
  await cards.pay(placed.id, DECLINED)
  await until(async () => expect((await buyer.read(placed.id)).cardPayment?.isDeclined).toBe(true))
  expect((await buyer.read(placed.id)).cardPayment).toMatchObject({
    state: "awaiting_payment",
    canRetry: true,
  })
  expect(await buyer.openPage(placed.id)).toBe(placed.cardPaymentUrl)
  await cards.pay(placed.id)
  await untilState(placed.id, "paid")
})

it("a payment that the bank refuses after the page was finished can be made again", async () => {
  const { placed } = await buyer.order()
  await cards.pay(placed.id, REFUSED_LATER)
  await untilState(placed.id, "confirming")
  await until(async () =>
    expect((await buyer.read(placed.id)).cardPayment).toMatchObject({
      state: "awaiting_payment",
      isDeclined: true,
      canRetry: true,
    }),
  )
  expect(await buyer.openPage(placed.id)).not.toBe(placed.cardPaymentUrl)
  await cards.pay(placed.id)
  await untilState(placed.id, "paid")
  expect(await capturesOf(placed.id)).toEqual([{ amount: "12.5" }])
})

it("without webhooks the payment is found by reading", async () => {
  const { placed } = await buyer.order()
  await cards.command("/webhooks/rules", { action: "drop", containing: placed.id })
  await cards.pay(placed.id)
  await readNow(placed.id)
  await untilState(placed.id, "paid")
  expect(await capturesOf(placed.id)).toHaveLength(1)
})

it("an order outlives an outage of the processor, and two tabs then get one page", async () => {
  await cards.command("/faults", { kind: "unavailable", path: "/v1/checkout/sessions", times: 0 })
  const { placed } = await buyer.order()
  expect(placed).toMatchObject({ cardPaymentUrl: null, cardPayment: { canRetry: true } })
  const problem = await refused(503, `/api/orders/${placed.id}/card-session`, byBuyer(placed.id))
  expect(problem.code).toBe("card_unavailable")
  await cards.command("/faults", {}, "DELETE")
  const [one, other] = await Promise.all([buyer.openPage(placed.id), buyer.openPage(placed.id)])
  expect(one).toBe(other)
  expect(await cards.pagesOf(placed.id)).toHaveLength(1)
})

it("a buyer changes to Bitcoin and back while nothing is paid, and only the last page takes money", async () => {
  const { placed } = await buyer.order()
  const changed = await buyer.changeMethod(placed.id, "bitcoin")
  expect(changed).toMatchObject({
    paymentMethod: "bitcoin",
    cardPayment: null,
    bitcoin: { state: "awaiting_payment" },
  })
  expect((await cards.pagesOf(placed.id)).map(({ status }) => status)).toEqual(["expired"])
  await refused(409, `/api/orders/${placed.id}/card-session`, byBuyer(placed.id))
  const back = await buyer.changeMethod(placed.id, "card")
  expect(back).toMatchObject({ paymentMethod: "card", bitcoin: null, cardPayment: { canRetry: true } })
  await buyer.openPage(placed.id)
  await cards.pay(placed.id)
  await untilState(placed.id, "paid")
  expect(await capturesOf(placed.id)).toHaveLength(1)
  expect((await review.panel(placed.id)).cards[0]?.isCaptured).toBe(true)
  await refused(409, `/api/orders/${placed.id}/payment-method`, {
    ...byBuyer(placed.id),
    body: { paymentMethod: "bitcoin" },
  })
})

it("no request sees an order between two methods: the answer waits until the change is finished", async () => {
  const { placed } = await buyer.order()
  const { placed: another } = await buyer.order()
  const client = new Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    // The card's page is ended and Medusa's session replaced, but the invoice is not open yet.
    await client.query("begin")
    await client.query("lock table bitcoin_invoice in share row exclusive mode")
    const change = buyer.changeMethod(placed.id, "bitcoin")
    await until(async () => expect(await sessionsOf(placed.id)).toContain("pp_bitcoin_bitcoin"))
    const seen = buyer.read(placed.id)
    // Long enough for an answer that does not wait.
    for (let times = 0; times < 5; times++) await buyer.read(another.id)
    await client.query("rollback")
    expect(await seen).toMatchObject({ paymentMethod: "bitcoin", bitcoin: { state: "awaiting_payment" } })
    await change
  } finally {
    await client.end()
  }
})

it("an order that is not paid in time ends, releases its stock, and its page takes no money", async () => {
  const { placed } = await buyer.order()
  expect(await reservationsOf(placed.id)).toHaveLength(1)
  await readNow(placed.id, ", payable_until = now()")
  const ended = await untilState(placed.id, "not_completed")
  expect(ended.cardPayment?.canRetry).toBe(false)
  await until(async () => expect((await buyer.read(placed.id)).status).toBe("cancelled"))
  expect(await reservationsOf(placed.id)).toEqual([])
  expect((await cards.pagesOf(placed.id)).map(({ status }) => status)).toEqual(["expired"])
})

it("an unpaid order ends although the processor answered with an error when its page was ended", async () => {
  const { placed } = await buyer.order()
  const [page] = await cards.pagesOf(placed.id)
  // As with Stripe, a request with the same key gets the same error again.
  const path = `/v1/checkout/sessions/${page?.id ?? ""}/expire`
  await cards.command("/faults", { kind: "fails_after", path })
  await readNow(placed.id, ", payable_until = now()")
  await until(async () => expect((await buyer.read(placed.id)).status).toBe("cancelled"))
  expect(await reservationsOf(placed.id)).toEqual([])
})

it("staff who cancel a client's unpaid orders do not cancel one whose card is being charged", async () => {
  const client = "203.0.113.10"
  const product = await makeProduct(staff, { price: 12.5 })
  const place = async () =>
    order(
      checkoutOf(await fillCart(product, 1, undefined, shop.url), 12.5, { paymentMethod: "card" }),
      shop.url,
      client,
    )
  const [charged, unpaid] = [await place(), await place()]
  await cards.pay(charged.id, SLOW)
  await untilState(charged.id, "confirming")
  const [found] = await ask(
    "select u.client from unpaid_order u join order_cart l on l.cart_id = u.cart_id where l.order_id = $1",
    [charged.id],
  )
  const answer = await staff.post(z.unknown(), "/admin/unpaid-orders/cancel", found ?? {})
  expect(answer).toEqual({ cancelled: 1 })
  expect((await buyer.read(unpaid.id)).status).toBe("cancelled")
  await untilState(charged.id, "paid")
  expect(await capturesOf(charged.id)).toHaveLength(1)
})

it("money for an order that was cancelled meanwhile goes back to the card, and is never captured", async () => {
  const { placed } = await buyer.order()
  const [page] = await cards.pagesOf(placed.id)
  // The shop cannot close the page in time.
  const path = `/v1/checkout/sessions/${page?.id ?? ""}/expire`
  await cards.command("/faults", { kind: "unavailable", path, times: 0 })
  await staff.post(z.unknown(), `/admin/orders/${placed.id}/cancel`, {})
  await cards.pay(placed.id)
  await cards.command("/faults", {}, "DELETE")
  await readNow(placed.id)
  await until(async () => {
    const intent = await cards.intentOf(placed.id)
    const { refunds } = await cards.state()
    expect(refunds.filter((refund) => refund.payment_intent === intent)).toMatchObject([{ amount: 1250 }])
  })
  expect(await capturesOf(placed.id)).toEqual([])
  await untilState(placed.id, "refunded")
  await mailbox.mailTo("ada@example.com", "goes back to the card")
})

it("staff refund in part and in full, each click once, in Medusa too", async () => {
  const { placed } = await buyer.order()
  await cards.pay(placed.id)
  await untilState(placed.id, "paid")
  const [card] = (await review.panel(placed.id)).cards
  const refund = (...asked: Parameters<typeof cardRefund>) =>
    staff.post(z.unknown(), `/admin/payments/${card?.id ?? ""}/actions`, cardRefund(...asked))
  const idempotencyKey = randomUUID()
  await refund(250, idempotencyKey)
  await refund(250, idempotencyKey)
  await expect(refund(1001)).rejects.toThrow("Less than that is left")
  await refund(1000)
  const done = (await review.overview()).done.filter(({ orderId }) => orderId === placed.id)
  expect(done.map(({ what, by }) => [what, by])).toEqual([
    ["Refunded £10.00 to the card", STAFF.email],
    ["Refunded £2.50 to the card", STAFF.email],
  ])
  expect((await review.panel(placed.id)).cards[0]).toMatchObject({ returnedPence: 1250, refundablePence: 0 })
  await until(async () => {
    const refunds = await ask(
      `select r.amount from refund r join payment p on p.id = r.payment_id join payment_session s on s.id = p.payment_session_id
        join card_payment c on c.session_id = s.id where c.order_id = $1 order by r.amount`,
      [placed.id],
    )
    expect(refunds).toEqual([{ amount: "2.5" }, { amount: "10" }])
  })
  const intent = await cards.intentOf(placed.id)
  const made = (await cards.state()).refunds.filter((one) => one.payment_intent === intent)
  expect(made.map(({ amount }) => amount)).toEqual([250, 1000])
  expect((await untilState(placed.id, "refunded")).status).toBe("refunded")
})

it("a refund and a dispute at the processor are mirrored and become cases", async () => {
  const { placed } = await buyer.order()
  await cards.pay(placed.id)
  await untilState(placed.id, "paid")
  const paymentIntent = await cards.intentOf(placed.id)
  await cards.command("/refunds", { paymentIntent, amount: 200 })
  await until(async () => {
    const why = (await review.inboxOf(placed.id)).map((one) => one.why)
    expect(why).toEqual([expect.stringContaining("A refund was made at the processor (£2.00)")])
    const [card] = (await review.panel(placed.id)).cards
    expect(card?.refunds).toMatchObject([{ pence: 200, source: "processor", isRecorded: true }])
  })
  await cards.command("/disputes", { paymentIntent })
  const dispute = await until(async () => {
    const found = (await review.inboxOf(placed.id)).find(({ why }) => why.includes("disputes"))
    if (found === undefined) throw new Error("No dispute yet.")
    return found
  })
  expect(Date.parse(dispute.respondBy ?? "")).toBeGreaterThan(Date.now())
  const id = (await cards.state()).disputes.find((one) => one.payment_intent === paymentIntent)?.id ?? ""
  await cards.command(`/disputes/${id}/close`, { status: "won" })
  await until(async () =>
    expect((await review.inboxOf(placed.id)).filter(({ why }) => why.includes("disputes"))).toEqual([]),
  )
})

describe("a dispute", () => {
  const CASE_MAILS =
    "select id from medusa_payments_outbox where key like 'card-case:%' and payload -> 'data' ->> 'orderId' = $1"
  /** Kind, amount and fee of an order's rows. */
  const salesOf = async (orderId: string) => {
    const lines = (await staff.text("/admin/payment-review/sales")).trimEnd().split("\r\n")
    const rows = lines.map((line) => line.split(",")).filter((row) => row[4] === orderId)
    return rows.map(([kind, , , , , amount, vat, , , fee]) => [kind, amount, fee, vat].join(" ")).sort()
  }
  const why = async (orderId: string) => (await review.inboxOf(orderId)).map((one) => one.why).join()
  const packOf = async (orderId: string) => {
    const found = await staff.get(itemsSchema, `/admin/orders/${orderId}?fields=*items`)
    const items = found.order.items.map(({ id, quantity }) => ({ id, quantity }))
    return staff.post(z.unknown(), `/admin/orders/${orderId}/fulfillments`, { items })
  }
  const isOnHold = async (orderId: string) => {
    const { orders } = await staff.get(listedOrdersSchema, "/admin/order-lists?list=on_hold")
    return orders.some((one) => one.id === orderId && one.state === "on_hold")
  }
  async function paid() {
    const { placed } = await buyer.order()
    await cards.pay(placed.id)
    await untilState(placed.id, "paid")
    return placed
  }
  async function disputed(placed: Awaited<ReturnType<typeof paid>>) {
    const paymentIntent = await cards.intentOf(placed.id)
    await cards.command("/disputes", { paymentIntent })
    await until(async () => expect(await why(placed.id)).toContain("disputes"))
    const id = (await cards.state()).disputes.find((one) => one.payment_intent === paymentIntent)?.id ?? ""
    const close = (status: "won" | "lost") => cards.command(`/disputes/${id}/close`, { status })
    return { ...placed, close }
  }

  it("that is lost tells staff what to do, is in the books with its fee, and holds the parcel until staff release it", async () => {
    const { id, number, close } = await disputed(await paid())
    await expect(packOf(id)).rejects.toThrow(/disputes this order's payment/)
    await close("lost")
    await until(async () => expect(await why(id)).toContain("was lost (£12.50)"))
    expect(await why(id)).not.toContain("disputes")
    const mail = await mailbox.mailTo(STAFF_EMAIL, "was lost")
    expect(mail.subject).toBe(`Order ${String(number)}: A dispute was lost`)
    expect(mail.text).not.toContain("Send the evidence")
    const [card] = (await review.panel(id)).cards
    expect(card).toMatchObject({ refundablePence: 0, receivedPence: 1250 })
    const books = ["dispute -12.50 20.00 ", "sale 12.50 0.39 2.08"]
    expect(await salesOf(id)).toEqual(books)
    // A repeated reading and a repeated notification change nothing.
    const events = (await cards.state()).events.filter(({ type }) => type === "charge.dispute.closed")
    await cards.command("/webhooks/resend", { event: events.at(-1)?.id ?? "" })
    await staff.post(z.unknown(), `/admin/payments/${card?.id ?? ""}/actions`, { action: "poll" })
    expect(await salesOf(id)).toEqual(books)
    expect(await ask(CASE_MAILS, [id])).toHaveLength(2)
    // Nobody asks the buyer for the price again.
    const { paymentStatus } = await review.panel(id)
    expect(paymentStatus).toMatchObject({ outstandingPence: 0, dispute: "lost", mayShip: false })
    expect((await buyer.read(id)).cardPayment).toMatchObject({
      state: "paid",
      dispute: "lost",
      canRetry: false,
    })
    await refused(409, `/api/orders/${id}/cancellation`, { ...byBuyer(id), body: {} })
    await expect(packOf(id)).rejects.toThrow(/went back to the cardholder/)
    await staff.post(z.unknown(), `/admin/orders/${id}/release`, {
      reason: "The buyer paid by bank transfer",
    })
    await packOf(id)
  })

  it("lists an order that is not packed as on hold until staff release it, also when the case is closed", async () => {
    const { id, close } = await disputed(await paid())
    expect(await isOnHold(id)).toBe(true)
    await close("lost")
    await until(async () => expect(await why(id)).toContain("was lost"))
    const [card] = (await review.panel(id)).cards
    const [open] = await ask<{ id: string }>(
      "select id from card_case where payment_id = $1 and closed_at is null",
      [card?.id],
    )
    await staff.post(z.unknown(), `/admin/payments/${card?.id ?? ""}/actions`, {
      ...{ action: "close_case", idempotency_key: randomUUID(), reason: "We ask the buyer" },
      case_id: open?.id,
    })
    expect(await review.inboxOf(id)).toEqual([])
    expect(await isOnHold(id)).toBe(true)
    await staff.post(z.unknown(), `/admin/orders/${id}/release`, { reason: "Paid by bank transfer" })
    expect(await isOnHold(id)).toBe(false)
    await packOf(id)
  })

  it("that comes when the order is packed holds the parcel on every page until staff release it", async () => {
    const placed = await paid()
    const { id } = placed
    await packOf(id)
    const { order: found } = await staff.get(
      z.object({ order: z.object({ fulfillments: z.array(z.object({ id: z.string() })) }) }),
      `/admin/orders/${id}?fields=id,*fulfillments`,
    )
    const parcel = found.fulfillments[0]?.id ?? ""
    const { close } = await disputed(placed)
    const preview = async () => {
      const body = { orders: [id], list: "" }
      return (await staff.post(dispatchPreviewSchema, "/admin/parcels/preview", body)).orders[0]?.problem
    }
    const held = /^The cardholder disputes this order's payment.* allow it with a reason/
    expect(await preview()).toMatch(held)
    const tracking = "AB123456785GB"
    const label = { tracking_number: tracking, tracking_url: "#", label_url: "#" }
    const roads = [
      () => staff.post(z.unknown(), `/admin/orders/${id}/dispatch`, { tracking }),
      () => {
        const body = { items: [], labels: [label] }
        return staff.post(z.unknown(), `/admin/orders/${id}/fulfillments/${parcel}/shipments`, body)
      },
    ]
    for (const send of roads) await expect(send()).rejects.toThrow(/disputes this order's payment/)
    await staff.post(z.unknown(), `/admin/orders/${id}/release`, { reason: "The buyer withdrew the dispute" })
    expect(await preview()).toBeNull()
    await roads[0]?.()
    expect(await preview()).toBe("It has left already.")
    await close("won")
    await until(async () => expect(await why(id)).toBe(""))
  })

  it("that is won after it was lost gives back the money and the fee, closes its case and frees the parcel", async () => {
    const { id, close } = await disputed(await paid())
    await close("lost")
    await until(async () => expect(await why(id)).toContain("was lost"))
    await close("won")
    await until(async () => expect(await why(id)).toBe(""))
    expect(await salesOf(id)).toEqual([
      "dispute -12.50 20.00 ",
      "dispute 12.50 -20.00 ",
      "sale 12.50 0.39 2.08",
    ])
    expect((await review.panel(id)).cards[0]).toMatchObject({ refundablePence: 1250 })
    await packOf(id)
    // The bank decides once more.
    await close("lost")
    await until(async () => expect(await why(id)).toContain("was lost"))
    expect(await salesOf(id)).toHaveLength(4)
    await until(async () => expect(await ask(CASE_MAILS, [id])).toHaveLength(3))
    await close("won")
    await until(async () => expect(await why(id)).toBe(""))
  })
})

it("a second charge of one order goes back to the card, and its dispute becomes a case", async () => {
  const { placed } = await buyer.order()
  await cards.pay(placed.id)
  await untilState(placed.id, "paid")
  // A page that the processor opened although its answer was lost, and that a buyer found all the same.
  const page = await stripeAt(cards.url).checkout.sessions.create(sessionFor(placed.id))
  // A poll of the shop would close it.
  expect(await cards.payOn(page.id)).toBe("complete")
  await ask(
    `insert into card_session (id, payment_id, processor_id, state, expires_at)
     select 'cardses_second', id, $2, 'open', now() + interval '30 minutes' from card_payment where order_id = $1`,
    [placed.id, page.id],
  )
  await readNow(placed.id)
  const second = await until(async () => {
    const { sessions, refunds } = await cards.state()
    const intent = sessions.find(({ id }) => id === page.id)?.payment_intent ?? ""
    expect(refunds.filter((one) => one.payment_intent === intent)).toMatchObject([{ amount: 1250 }])
    return intent
  })
  await cards.command("/disputes", { paymentIntent: second })
  await until(async () => {
    const why = (await review.inboxOf(placed.id)).map((one) => one.why)
    expect(why).toEqual([expect.stringContaining("disputes")])
  })
  expect(await capturesOf(placed.id)).toHaveLength(1)
  expect(await buyer.read(placed.id)).toMatchObject({
    status: "paid",
    cardPayment: { state: "paid", refunded: "0.00" },
  })
})

it("a forged notification is refused and stores nothing; a replayed one is stored once", async () => {
  const before = await ask("select id from card_event")
  const body = JSON.stringify({ id: "evt_forged", object: "event", type: "checkout.session.completed" })
  for (const headers of [{}, { "stripe-signature": "t=1,v1=00" }] as Record<string, string>[]) {
    const problem = await refused(400, "/api/webhooks/stripe", {
      method: "POST",
      body,
      headers,
      backendUrl: shop.url,
    })
    expect(problem.code).toBe("wrong_signature")
  }
  expect(await ask("select id from card_event where id = 'evt_forged'")).toEqual([])
  const { events } = await cards.state()
  await cards.command("/webhooks/resend", { event: events[0]?.id ?? "" })
  expect(await ask("select id from card_event where id = $1", [events[0]?.id])).toHaveLength(1)
  expect((await ask("select id from card_event")).length).toBeGreaterThanOrEqual(before.length)
})

it("no notification is an internal error, whatever its text and its signature", async () => {
  for (const { isForged, request } of fc.sample(notifications, { seed, numRuns: Math.min(count, 2000) })) {
    const answer = await sendRaw(shop.url, "POST", request.target, request.headers, request.body)
    const shown = `${request.twist}: ${request.body ?? ""}`
    expect(faultsOf(request, answer), shown).toEqual([])
    expect(isForged ? [400] : [200, 400], shown).toContain(answer.status)
  }
})

it("the shop tells who processes cards", async () => {
  const answer = z
    .object({ cards: z.unknown() })
    .parse(await (await send("/api/shop", { backendUrl: shop.url })).json())
  expect(answer.cards).toEqual({ processor: "Stripe", minutesToPay: 30, least: "0.30" })
})

describe("the addresses that stay unpaid in a row", () => {
  let product: MadeProduct
  beforeAll(async () => {
    product = await makeProduct(staff, { price: 5, stock: 200 })
  })
  let client = 0
  const newClient = () => `198.51.100.${(client += 1)}`
  const tryToPlace = async (over: Partial<PlaceOrderBody> = {}, from = newClient()) =>
    tryOrder(checkoutOf(await fillCart(product, 1, undefined, shop.url), 5, over), shop.url, from)
  const place = async (over: Partial<PlaceOrderBody> = {}, from = newClient()) =>
    order(checkoutOf(await fillCart(product, 1, undefined, shop.url), 5, over), shop.url, from)
  const stranger = () => ({ email: `stranger-${randomUUID()}@x.test` })
  const unpaid = async () => (await overview()).walletState.unpaid_in_a_row
  const overview = async () =>
    (await staff.get(paymentOverviewSchema, "/admin/payment-review/overview")).overview
  const setGapLimit = (gap_limit: number) =>
    staff.post(z.unknown(), "/admin/bitcoin-payments/wallet", { action: "set_gap_limit", gap_limit })
  const rateStatus = async () => (await send("/api/bitcoin/rate", { backendUrl: shop.url })).status

  it("are five for one network, also by changing from card and with a /48 of IPv6", async () => {
    const hoarder = (order: number) => `2001:db8:5:${order}00::1`
    const byCard = await place({ ...stranger(), paymentMethod: "card" }, hoarder(0))
    for (let taken = 0; taken < 5; taken += 1) await place(stranger(), hoarder(taken))
    const change = { ...byBuyer(byCard.id), body: { paymentMethod: "bitcoin" } }
    const problem = await refused(409, `/api/orders/${byCard.id}/payment-method`, change)
    expect(problem.code).toBe("too_many_unpaid_orders")
    const sixth = await tryToPlace(stranger(), hoarder(6))
    expect(await sixth.json()).toMatchObject({ status: 409, code: "too_many_unpaid_orders" })
    await place(stranger(), "2001:db8:6:100::1")
  })

  it("are five for one mailbox, from wherever it orders", async () => {
    const { email } = stranger()
    for (let taken = 0; taken < 5; taken += 1) {
      const { id } = await place({ email })
      await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
    }
    const sixth = await tryToPlace({ email })
    expect(await sixth.json()).toMatchObject({ status: 409, code: "too_many_unpaid_orders" })
  })

  it("are kept for buyers whom the shop knows when few are left, and end with what staff say", async () => {
    const { email } = stranger()
    const first = await place({ email })
    const payer = stranger()
    const paid = await place({ ...payer, paymentMethod: "card" })
    await cards.pay(paid.id)
    await untilState(paid.id, "paid")
    while ((await unpaid()) < 14) await place(stranger())
    expect(await unpaid()).toBeLessThan(18)
    await setGapLimit(20)
    expect((await overview()).walletState).toMatchObject({ gap_limit: 20, gap_limit_set: {} })

    const refusal = await tryToPlace(stranger())
    expect(await refusal.json()).toMatchObject({
      status: 503,
      code: "bitcoin_unavailable",
      detail:
        "Many Bitcoin orders are waiting for their payment, so at the moment we take new ones only from buyers we know: " +
        "sign in, or use the email address of an order that you paid or whose link in our email you opened.",
    })
    expect((await tryToPlace({ email })).status).toBe(503)
    expect(await rateStatus()).toBe(200)
    await openWith(shop.url, await keyMailedTo(mailbox, email, first.id), first.id)
    await place({ email })

    for (let known = 0; (await unpaid()) < 19; known += 1) await place(known < 4 ? payer : { email })
    const full = await tryToPlace({ email })
    expect(await full.json()).toMatchObject({ status: 503, code: "bitcoin_unavailable" })
    expect(await rateStatus()).toBe(503)
    const { needs } = await overview()
    expect(needs.join()).toContain("19 addresses in a row were given out and not paid")

    const own = await staff.post(walletAnswer, "/admin/bitcoin-payments/wallet", { action: "own_payment" })
    expect(own.wallet).toMatchObject({ unpaid_in_a_row: 20, own_address: { is_open: true, seen_at: null } })
    await setGapLimit(200)
    expect(await rateStatus()).toBe(200)
    await place(stranger())
  })
})

it("an amount below what the processor charges is not placed by card, nor changed to it", async () => {
  const product = await makeProduct(staff, { price: 0.29, stock: 20 })
  const cart = () => fillCart(product, 1, undefined, shop.url)
  const byCard = await tryOrder(checkoutOf(await cart(), 0.29, { paymentMethod: "card" }), shop.url)
  expect(await byCard.json()).toMatchObject({
    status: 409,
    code: "amount_too_small",
    detail:
      "Less than £0.30 cannot be paid by card. Please choose another way to pay, or add something to your cart.",
  })
  expect(
    await ask("select id from reservation_item where inventory_item_id = $1", [product.inventoryItemId]),
  ).toEqual([])
  const { id } = await order(checkoutOf(await cart(), 0.29), shop.url, "198.51.100.250")
  const change = { ...byBuyer(id), body: { paymentMethod: "card" } }
  expect((await refused(409, `/api/orders/${id}/payment-method`, change)).code).toBe("amount_too_small")
  expect(await sessionsOf(id)).toEqual(["pp_bitcoin_bitcoin"])
})

it("after all that, the sales CSV and the report by payment method add up to Medusa's books", async () => {
  const product = await makeProduct(staff, { price: 7.3, stock: 3 })
  const bitcoin = await order(checkoutOf(await fillCart(product, 1, undefined, shop.url), 7.3), shop.url)
  const { id } = await review.invoice(bitcoin.id)
  await review.run(id, "settle_by_hand", { reason: "Seen in the wallet." })
  await until(async () => expect((await review.invoice(bitcoin.id)).isCaptured).toBe(true))
  const refund = { method: "pounds", pence: 123, note: "Sent back by bank." }
  await review.run(id, "record_refund", { refund })

  const books = await until(async () => {
    const moved = await ask<{ method: string; taken: number; refunded: number }>(
      `select case p.provider_id when 'pp_card_card' then 'Card' else 'Bitcoin' end as method,
              sum((select coalesce(sum(round(c.amount * 100)), 0) from capture c where c.payment_id = p.id))::int as taken,
              sum((select coalesce(sum(round(r.amount * 100)), 0) from refund r where r.payment_id = p.id))::int as refunded
         from payment p group by 1`,
    )
    const byMethod = Object.fromEntries(moved.map(({ method, ...sums }) => [method, sums]))
    expect(byMethod).toMatchObject({ Bitcoin: { taken: 730, refunded: 123 } })
    return byMethod
  })
  expect(books.Card?.taken).toBeGreaterThan(5000)
  expect(books.Card?.refunded).toBe(1450)

  const readSales = async () => {
    const csv = await staff.text("/admin/payment-review/sales")
    const lines = csv.trimEnd().split("\r\n").slice(1)
    return lines.map((line) => line.split(","))
  }
  const cardSales = (all: string[][]) => all.filter((row) => row[0] === "sale" && row[2] === "Card")
  // The processor tells its fee a moment after the payment.
  const rows = await until(async () => {
    const all = await readSales()
    expect(cardSales(all).filter((row) => row[9] === "")).toEqual([])
    return all
  })
  const sum = (amounts: string[]) => Math.round(amounts.reduce((total, one) => total + Number(one) * 100, 0))
  const totals = (method: string) => {
    const ofKind = (kind: string) =>
      sum(rows.filter((row) => row[0] === kind && row[2] === method).map((row) => row[5] ?? ""))
    return { taken: ofKind("sale"), refunded: -ofKind("refund") }
  }
  expect({ Bitcoin: totals("Bitcoin"), Card: totals("Card") }).toEqual(books)
  for (const [, , , , , , , , , fee, sats, , , , , , payment, note] of cardSales(rows))
    expect([Number(fee) > 0, sats, payment, note]).toEqual([
      true,
      "",
      expect.stringMatching(/^pi_/),
      expect.stringMatching(/^Visa ending \d{4}$/),
    ])

  const reportSchema = z.object({
    report: z.object({
      sales: z.array(z.object({ method: z.string(), taken: z.int(), refunded: z.int(), disputed: z.int() })),
    }),
  })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const { report } = await staff.get(reportSchema, `/admin/reports?from=${day(1)}&to=${day(-1)}`)
  const reported = (method: string) => {
    const days = report.sales.filter((one) => one.method === method)
    return {
      taken: days.reduce((total, one) => total + one.taken, 0),
      refunded: days.reduce((total, one) => total + one.refunded, 0),
    }
  }
  expect({ Bitcoin: reported("Bitcoin"), Card: reported("Card") }).toEqual(books)
  // Two lost disputes with their fees, and the fee of a second charge's, which is no sale.
  const disputed = report.sales.map((one) => one.disputed).reduce((total, one) => total + one, 0)
  expect(disputed).toBe(2 * (1250 + 2000) + 2000)
})

it("a refund of items or at a rate has their VAT, by card and in Bitcoin alike, in the sales CSV as on the receipt", async () => {
  const [mug, coffee] = await Promise.all([
    makeProduct(staff, { price: 16, stock: 9 }),
    makeProduct(staff, { price: 34, stock: 9 }),
  ])
  await saveFoodInformation(staff, coffee.id, { vat: "zero" })
  const place = async (paymentMethod: "bitcoin" | "card") => {
    const cartId = await fillCart(coffee, 1, await fillCart(mug, 2, undefined, shop.url), shop.url)
    const over = { paymentMethod, shippingMethod: "special", shippingCost: 13 } as const
    return order(checkoutOf(cartId, 79, over), shop.url, "198.51.100.66")
  }
  const byCard = await place("card")
  await cards.pay(byCard.id)
  await untilState(byCard.id, "paid")
  const inBitcoin = await place("bitcoin")
  await review.run((await review.invoice(inBitcoin.id)).id, "settle_by_hand", { reason: "In the wallet." })
  await until(async () => expect((await review.invoice(inBitcoin.id)).isCaptured).toBe(true))
  await until(async () => expect((await review.panel(byCard.id)).cards[0]?.isCaptured).toBe(true))

  const taxSchema = z.object({ order: z.object({ tax_total: z.number() }) })
  const shownSchema = z.object({
    chosen: z.array(z.object({ items: z.array(z.object({ title: z.string(), quantity: z.number() })) })),
  })
  const linesSchema = z.object({
    lines: z.array(z.object({ id: z.string(), tax_rate: z.number().nullable(), total: z.number() })),
  })
  const vatOf = async (orderId: string) => {
    const csv = await staff.text("/admin/payment-review/sales")
    const rows = csv.split("\r\n").filter((line) => line.includes(orderId))
    return rows.map((row) => row.split(",").slice(5, 8).join(" "))
  }
  for (const { id: orderId, paymentMethod } of [byCard, inBitcoin]) {
    const { lines } = await staff.get(linesSchema, `/admin/orders/${orderId}/payments`)
    const lineOf = (cost: number) => lines.find(({ total }) => total === cost)
    expect([32, 34, 13].map((cost) => lineOf(cost)?.tax_rate)).toEqual([20, 0, null])
    const { invoices, cards: byCards } = await review.panel(orderId)
    const payment = paymentMethod === "card" ? byCards[0]?.id : invoices[0]?.id
    const refund = (amount: number, chosen?: object) => ({
      action: paymentMethod === "card" ? "refund" : "record_refund",
      ...{ idempotency_key: randomUUID(), reason: "It was broken.", refund: { amount, chosen } },
    })
    const path = `/admin/payments/${payment ?? ""}/actions`
    const mugs = (quantity: number) => ({ items: [{ id: lineOf(32)?.id, quantity }] })
    const delivery = { items: [{ id: lineOf(13)?.id, quantity: 1 }] }
    // The delivery has the rates of its goods, also in Medusa's order.
    const { order: taxed } = await staff.get(taxSchema, `/admin/orders/${orderId}?fields=tax_total`)
    expect(taxed.tax_total).toBeCloseTo(6.38, 2)
    for (const wrong of [
      mugs(3),
      { tax_rate: 5 },
      { items: [{ id: "another", quantity: 1 }] },
      { items: [] },
    ])
      expect((await staff.send("POST", path, refund(16, wrong))).status).toBe(400)
    const steps = [refund(16, mugs(1)), refund(10, { tax_rate: 0 }), refund(13, delivery), refund(40)]
    for (const [index, body] of steps.entries()) {
      await staff.post(z.unknown(), path, body)
      // The same click again changes nothing.
      await staff.post(z.unknown(), path, body)
      await until(async () => expect(await vatOf(orderId)).toHaveLength(index + 2))
    }
    expect(await vatOf(orderId)).toEqual([
      "79.00 6.38 20%: 6.38 of 38.30; 0%: 0.00 of 40.70",
      "-16.00 -2.67 20%: -2.67 of -16.00",
      "-10.00 0.00 0%: 0.00 of -10.00",
      "-13.00 -1.05 20%: -1.05 of -6.30; 0%: 0.00 of -6.70",
      "-40.00 -2.66 20%: -2.66 of -16.00; 0%: 0.00 of -24.00",
    ])
    const receipt = await staff.text(`/admin/orders/${orderId}/receipt`)
    for (const words of ["£16.00</strong>, with VAT of £2.67", "£40.00</strong>, with VAT of £2.66"])
      expect(receipt).toContain(words)
    const chosen = await ask<{ chosen: object }>(
      `select r.metadata->'chosen' as chosen from refund r join payment p on p.id = r.payment_id
         join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
        where l.order_id = $1 order by r.created_at`,
      [orderId],
    )
    expect(chosen.map((row) => row.chosen)).toEqual([mugs(1), { tax_rate: 0 }, delivery, null])
    // The panel shows them beside their refunds.
    const { chosen: shown } = await staff.get(shownSchema, `/admin/orders/${orderId}/payments`)
    const titles = shown.map(({ items }) => items.map(({ title, quantity }) => `${quantity} × ${title}`))
    expect(titles.sort()).toEqual([
      [],
      [expect.stringContaining("Special Delivery")],
      [expect.stringContaining(`1 × ${mug.name}`)],
    ])
  }
})

it("the VAT of a period in the reports is that of all sales and refunds in the CSV, rate by rate", async () => {
  const csv = await staff.text("/admin/payment-review/sales")
  const pence = (text = "") => Math.round(Number(text) * 100)
  const byRate = new Map<number, { grossPence: number; vatPence: number }>()
  for (const [, rate = "", vat, gross] of csv.matchAll(/(\d+)%: (-?[\d.]+) of (-?[\d.]+)/g)) {
    const sum = byRate.get(Number(rate)) ?? { grossPence: 0, vatPence: 0 }
    byRate.set(Number(rate), {
      grossPence: sum.grossPence + pence(gross),
      vatPence: sum.vatPence + pence(vat),
    })
  }
  const line = z.object({ rate: z.number(), grossPence: z.int(), vatPence: z.int() })
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const read = (from: number, to: number) =>
    staff.get(z.object({ vat: z.array(line) }), `/admin/reports/vat?from=${day(from)}&to=${day(to)}`)
  expect(byRate.size).toBe(2)
  expect((await read(1, -1)).vat).toEqual(
    [...byRate].map(([rate, sums]) => ({ rate, ...sums })).sort((one, other) => other.rate - one.rate),
  )
  expect((await read(9, 8)).vat).toEqual([])
})
