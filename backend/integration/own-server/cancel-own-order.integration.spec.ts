import {
  cardSessionSchema,
  followedOrderSchema,
  placedOrderSchema,
  type FollowedOrder,
  type PlacedOrder,
} from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { z } from "zod"
import { call, refused, send } from "../harness/call"
import { startCards, SLOW, type Cards } from "../harness/card-shop"
import { cardRecords } from "../harness/card-records"
import { checkoutOf, fillCart } from "../harness/checkout"
import { convertDraft, makeDraft } from "../harness/drafts"
import { makeProduct, type MadeProduct } from "../harness/fixtures"
import { randomPerson, startGoogle, type Google } from "../harness/google"
import { openMailbox, type Mailbox } from "../harness/mailbox"
import { MAILS } from "../harness/mails"
import { keyMailedTo, openWith } from "../harness/order-links"
import { startOwnBackend } from "../harness/own-backend"
import { pack } from "../harness/parcel"
import { cardRefund, paymentReviewOf, type PaymentReview } from "../harness/payment-review"
import { startRegtest, type Regtest } from "../harness/regtest"
import { signInShopper } from "../harness/shopper"
import { signInStaff, type Staff } from "../harness/staff"

const ADDRESS = "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080"
/** A correct address of the real network. */
const OTHER_NETWORK = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"

type Headers = Record<string, string>
interface Ordered {
  readonly id: string
  readonly placed: PlacedOrder
  readonly email: string
  readonly product: MadeProduct
}

let cards: Cards
let network: Regtest
let google: Google
let mailbox: Mailbox
let shop: Awaited<ReturnType<typeof startOwnBackend>>
let staff: Staff
let review: PaymentReview
let records: ReturnType<typeof cardRecords>
/** The signed-in buyer. */
let buyer: Headers
beforeAll(async () => {
  ;[cards, network, google, mailbox] = await Promise.all([
    startCards(),
    startRegtest(),
    startGoogle(),
    openMailbox(),
  ])
  shop = await startOwnBackend("cancel_own", {
    ...cards.settings,
    ...google.settings,
    STRIPE_API_URL: cards.url,
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.3",
    SMTP_URL: mailbox.url,
  })
  await cards.notify(shop.url)
  staff = await signInStaff(shop.url)
  review = paymentReviewOf(staff)
  records = cardRecords(shop.databaseUrl, cards, mailbox)
  buyer = (await signInShopper(shop.url, await google.idToken(randomPerson()))).headers
})
afterAll(async () => {
  await shop.stop()
  await Promise.all([cards.stop(), network.stop(), google.stop(), mailbox.close()])
})

const until = <Result>(check: () => Promise<Result>) => vi.waitFor(check, { timeout: 60_000, interval: 200 })
const ask = (sql: string, values: unknown[] = []) => records.ask(sql, values)
const pathOf = (id: string) => `/api/orders/${id}/cancellation`
const options = (headers: Headers, body: object = {}) =>
  ({ method: "POST", backendUrl: shop.url, headers, body }) as const
const cancel = (id: string, body: object = {}, headers = buyer) =>
  call(followedOrderSchema, pathOf(id), options(headers, body))
const refusedWith = async (status: number, id: string, body: object = {}, headers = buyer) =>
  refused(status, pathOf(id), options(headers, body))
const read = (id: string, headers = buyer): Promise<FollowedOrder> =>
  call(followedOrderSchema, `/api/orders/${id}`, { backendUrl: shop.url, headers })

/** An order of one new product of £12.50. */
async function order(paymentMethod: "bitcoin" | "card", headers = buyer): Promise<Ordered> {
  const product = await makeProduct(staff, { price: 12.5, stock: 3 })
  const { email } = randomPerson()
  const body = checkoutOf(await fillCart(product, 1, undefined, shop.url), 12.5, { paymentMethod, email })
  const placed = await call(placedOrderSchema, "/api/orders", {
    method: "POST",
    body,
    backendUrl: shop.url,
    headers,
  })
  return { id: placed.id, placed, email, product }
}

const untilPaid = (id: string, headers = buyer) =>
  until(async () => {
    const found = await read(id, headers)
    expect(found.status).toBe("paid")
    expect(found.owner?.cancellation?.until).toBeTruthy()
    return found
  })
async function paidByCard(headers = buyer): Promise<Ordered> {
  const ordered = await order("card", headers)
  await cards.pay(ordered.id)
  await untilPaid(ordered.id, headers)
  return ordered
}
async function paidInBitcoin(): Promise<Ordered> {
  const ordered = await order("bitcoin")
  await network.pay(ordered.placed.bitcoinAddress ?? "", 31_250n)
  await network.mine()
  await untilPaid(ordered.id)
  return ordered
}

const mailsOf = async (id: string) => {
  await records.untilAtRest(id)
  const rows = await ask(`select template from ${MAILS} where data ->> 'orderId' = $1 order by template`, [
    id,
  ])
  return z
    .array(z.object({ template: z.string() }))
    .parse(rows)
    .map(({ template }) => template)
}
/** The sums that Medusa shows staff. */
const summaryOf = async (id: string) => {
  const sql = `select totals->'paid_total' as paid_total, totals->'refunded_total' as refunded_total
    from order_summary where order_id = $1 and deleted_at is null order by version desc limit 1`
  const [row] = await ask(sql, [id])
  return row
}
const movesCaptureBack = (id: string, seconds: number) =>
  ask(
    `update capture c set created_at = now() - make_interval(secs => $2) from payment p
       join order_payment_collection l on l.payment_collection_id = p.payment_collection_id
      where p.id = c.payment_id and l.order_id = $1`,
    [id, seconds],
  )
const RELEASED = { sum: 0, lines: [] }
const RESERVED = { sum: 1, lines: [1] }

describe("whose order", () => {
  it("a guest needs the link of their mail: an id alone, or the link of another order, cancels nothing", async () => {
    const mine = await order("bitcoin", {})
    const other = await order("bitcoin", {})
    expect((await refusedWith(403, mine.id, {}, {})).code).toBe("not_the_buyer")
    const otherKey = await keyMailedTo(mailbox, other.email, other.id)
    const stranger = (await openWith(shop.url, otherKey, other.id)).headers
    await refusedWith(403, mine.id, {}, stranger)
    expect((await read(mine.id, stranger)).owner).toBeNull()
    const key = await keyMailedTo(mailbox, mine.email, mine.id)
    const { headers } = await openWith(shop.url, key, mine.id)
    expect((await read(mine.id, headers)).owner?.cancellation).toEqual({
      until: null,
      refund: "none",
      terms: { network: "regtest", byLightning: false },
    })
    expect((await cancel(mine.id, {}, headers)).status).toBe("cancelled")
  })

  it("an account's order is unknown to others, signed in or not, and so is an invented id", async () => {
    const { id, product } = await order("bitcoin")
    const other = (await signInShopper(shop.url, await google.idToken(randomPerson()))).headers
    for (const headers of [{}, other])
      expect((await refusedWith(404, id, {}, headers)).code).toBe("unknown_order")
    await refusedWith(404, "order_01", {})
    expect(await records.reservedOf(product)).toEqual(RESERVED)
  })
})

describe("an unpaid order", () => {
  it("in Bitcoin, cancelled five times at once, releases its stock once and mails once; later money is a case", async () => {
    const { id, placed, product } = await order("bitcoin")
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => cancel(id)))
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: "cancelled", bitcoin: { state: "cancelled" } })
      expect(answer.owner).toMatchObject({ cancellation: null, refund: null })
    }
    expect(await records.reservedOf(product)).toEqual(RELEASED)
    expect((await mailsOf(id)).filter((name) => name === "order-cancelled")).toHaveLength(1)
    await network.pay(placed.bitcoinAddress ?? "", 31_250n)
    await network.mine()
    await ask("update bitcoin_invoice set next_poll_at = now() where order_id = $1", [id])
    await until(async () => expect(await review.inboxOf(id)).toMatchObject([{ kind: "payment" }]))
    expect(await records.booksOf(id)).toMatchObject({ captures: [] })
    expect((await cancel(id)).status).toBe("cancelled")
    expect(await records.reservedOf(product)).toEqual(RELEASED)
  })

  it("waits while its payment has no confirmation, and can be cancelled for an hour once it has", async () => {
    const { id, placed, product } = await order("bitcoin")
    await network.pay(placed.bitcoinAddress ?? "", 31_250n)
    await until(async () => expect((await read(id)).bitcoin?.state).toBe("seen"))
    expect((await read(id)).owner?.cancellation).toBeNull()
    expect((await refusedWith(409, id)).code).toBe("money_under_way")
    expect(await records.reservedOf(product)).toEqual(RESERVED)
    await network.mine()
    const { owner } = await untilPaid(id)
    const end = Date.parse(owner?.cancellation?.until ?? "")
    expect(end).toBeGreaterThan(Date.now() + 50 * 60_000)
    expect(end).toBeLessThanOrEqual(Date.now() + 60 * 60_000)
  })

  it("in Bitcoin whose quote has ended is polled first: with a payment of a moment ago nothing is offered that pays twice", async () => {
    const { id, placed, product } = await order("bitcoin")
    await endQuote(id)
    await network.pay(placed.bitcoinAddress ?? "", 31_250n)
    const answers = await Promise.all([
      refused(409, `/api/orders/${id}/quote`, options(buyer)),
      refused(409, `/api/orders/${id}/payment-method`, options(buyer, { paymentMethod: "card" })),
      refusedWith(409, id),
      staff.send("POST", `/admin/orders/${id}/cancel`, {}),
    ])
    const [quote, method, cancellation, byStaff] = answers
    expect([quote.code, method.code, cancellation.code]).toEqual([
      "payment_seen",
      "payment_seen",
      "money_under_way",
    ])
    expect(byStaff.status).toBe(400)
    expect(await byStaff.json()).toMatchObject({ code: "payment_seen" })
    expect(await read(id)).toMatchObject({ status: "awaiting_payment", bitcoin: { state: "expired" } })
    expect(await records.reservedOf(product)).toEqual(RESERVED)
    // Staff have been told: their second decision holds.
    expect((await staff.send("POST", `/admin/orders/${id}/cancel`, {})).status).toBe(200)
    expect(await records.reservedOf(product)).toEqual(RELEASED)
  })

  it("in Bitcoin stays as it is while the chain's source does not answer", async () => {
    const { id, product } = await order("bitcoin")
    await endQuote(id)
    process.kill(network.pid, "SIGSTOP")
    try {
      const [quote, method, cancellation, byStaff] = await Promise.all([
        refused(503, `/api/orders/${id}/quote`, options(buyer)),
        refused(503, `/api/orders/${id}/payment-method`, options(buyer, { paymentMethod: "card" })),
        refusedWith(503, id),
        staff.send("POST", `/admin/orders/${id}/cancel`, {}),
      ])
      for (const { code, detail } of [quote, method, cancellation]) {
        expect(code).toBe("bitcoin_unavailable")
        expect(detail).toContain("we cannot tell whether this order is paid")
      }
      expect(byStaff.status).toBe(503)
      expect(await byStaff.json()).toMatchObject({ code: "no_chain" })
    } finally {
      process.kill(network.pid, "SIGCONT")
    }
    expect(await read(id)).toMatchObject({ status: "awaiting_payment", bitcoin: { state: "expired" } })
    expect(await records.reservedOf(product)).toEqual(RESERVED)
    await until(async () => expect((await cancel(id)).status).toBe("cancelled"))
  })

  async function endQuote(id: string): Promise<void> {
    await ask("update bitcoin_invoice set expires_at = now() - interval '1 second' where order_id = $1", [id])
    await until(async () => expect((await read(id)).bitcoin?.state).toBe("expired"))
  }

  it("by card: its page is ended at the processor first, and takes no money afterwards", async () => {
    const { id, product } = await order("card")
    expect((await cancel(id)).status).toBe("cancelled")
    expect((await cards.pagesOf(id)).map(({ status }) => status)).toEqual(["expired"])
    const [page] = await cards.pagesOf(id)
    expect(await cards.payOn(page?.id ?? "")).toBe("closed")
    expect(await records.reservedOf(product)).toEqual(RELEASED)
    expect(await records.chargesOf(id)).toEqual([])
    await refused(409, `/api/orders/${id}/card-session`, options(buyer))
  })

  it("by card stays as it is while the processor does not answer", async () => {
    const { id, product } = await order("card")
    const [page] = await cards.pagesOf(id)
    const path = `/v1/checkout/sessions/${page?.id ?? ""}/expire`
    await cards.command("/faults", { kind: "unavailable", path, times: 0 })
    expect((await refusedWith(503, id)).code).toBe("card_unavailable")
    expect((await read(id)).status).toBe("awaiting_payment")
    expect(await records.reservedOf(product)).toEqual(RESERVED)
    await cards.command("/faults", {}, "DELETE")
    expect((await cancel(id)).status).toBe("cancelled")
  })

  it("by card waits while the bank decides, and the paid order can then be cancelled", async () => {
    const { id } = await order("card")
    await cards.pay(id, SLOW)
    expect((await refusedWith(409, id)).code).toBe("money_under_way")
    await untilPaid(id)
    expect((await cancel(id)).status).toBe("refunded")
  })

  it.each(["card", "bitcoin"] as const)(
    "being paid (%s) and cancelled at once: one of the two wins, and no money is kept for nothing",
    async (method) => {
      for (let round = 0; round < 3; round++) {
        const { id, placed, product } = await order(method)
        const pay = async () => {
          if (method === "card") await cards.pay(id)
          else {
            await network.pay(placed.bitcoinAddress ?? "", 31_250n)
            await network.mine()
          }
        }
        const [response] = await Promise.all([send(pathOf(id), options(buyer)), pay()])
        expect([200, 409]).toContain(response.status)
        await ask("update bitcoin_invoice set next_poll_at = now() where order_id = $1", [id])
        if (response.status === 409) {
          await untilPaid(id)
          expect(await records.reservedOf(product)).toEqual(RESERVED)
          continue
        }
        await until(async () => expect(["cancelled", "refunded"]).toContain((await read(id)).status))
        expect(await records.reservedOf(product)).toEqual(RELEASED)
        if (method === "bitcoin") await until(async () => expect(await review.inboxOf(id)).toHaveLength(1))
        else
          await until(async () => {
            for (const { pence, refunds } of await records.chargesOf(id)) expect(refunds).toEqual([pence])
          })
      }
    },
  )
})

describe("a paid order", () => {
  it("by card, cancelled five times at once: the money goes back to the card once, and the mails are sent once", async () => {
    const { id, product, email } = await paidByCard()
    expect((await read(id)).owner?.cancellation).toMatchObject({ refund: "card" })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => cancel(id)))
    for (const { status } of answers) expect(["cancelled", "refunded"]).toContain(status)
    await until(async () => expect((await read(id)).status).toBe("refunded"))
    expect(await records.chargesOf(id)).toEqual([{ pence: 1250, refunds: [1250] }])
    expect(await records.booksOf(id)).toEqual({ captures: [12.5], refunds: [12.5], booked: [12.5, -12.5] })
    expect(await summaryOf(id)).toMatchObject({ paid_total: 12.5, refunded_total: 12.5 })
    expect(await records.reservedOf(product)).toEqual(RELEASED)
    expect(await mailsOf(id)).toEqual(["order-cancelled", "order-placed", "payment-confirmed", "refund-sent"])
    await mailbox.mailTo(email, "goes back to the card")
    expect(await review.inboxOf(id)).toEqual([])
    const [card] = (await review.panel(id)).cards
    expect(card?.refunds).toMatchObject([
      { source: "shop", reason: "The buyer cancelled the order", by: null, pence: 1250 },
    ])
  })

  it("of which staff returned a part gets the rest", async () => {
    const { id } = await paidByCard()
    const [card] = (await review.panel(id)).cards
    await staff.post(z.unknown(), `/admin/payments/${card?.id ?? ""}/actions`, cardRefund(250))
    await cancel(id)
    await until(async () =>
      expect(await records.chargesOf(id)).toEqual([{ pence: 1250, refunds: [250, 1000] }]),
    )
  })

  it("whose process ended after the cancellation is refunded all the same: the mark in the order asks for it", async () => {
    const { id } = await paidByCard()
    // What the interrupted call left: the mark, and the cancellation with its message in the outbox.
    await ask(`update "order" set metadata = '{"cancelled_by": "buyer"}' where id = $1`, [id])
    // Refused if the shop's own recovery, every ten seconds, has found the mark and cancelled the order already.
    expect([200, 400]).toContain((await staff.send("POST", `/admin/orders/${id}/cancel`, {})).status)
    await until(async () => expect(await records.chargesOf(id)).toEqual([{ pence: 1250, refunds: [1250] }]))
    await cancel(id)
    await records.untilAtRest(id)
    expect(await records.chargesOf(id)).toEqual([{ pence: 1250, refunds: [1250] }])
  })

  it("that staff cancel is not refunded automatically", async () => {
    const { id } = await paidByCard()
    await staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
    await records.untilAtRest(id)
    expect((await cancel(id)).status).toBe("cancelled")
    expect(await records.chargesOf(id)).toEqual([{ pence: 1250, refunds: [] }])
    expect(await records.booksOf(id)).toEqual({ captures: [12.5], refunds: [], booked: [12.5] })
    expect(await summaryOf(id)).toMatchObject({ paid_total: 12.5, refunded_total: 0 })
    expect(await review.inboxOf(id)).toMatchObject([{ kind: "card", pence: 1250 }])
  })

  it("in Bitcoin takes a checked address: staff see the refund and the address, and each mail is sent once", async () => {
    const { id, product, email, placed } = await paidInBitcoin()
    for (const [refundAddress, message] of [
      [OTHER_NETWORK, /another network/],
      [`${ADDRESS.slice(0, -1)}q`, /not a Bitcoin address/],
      [placed.bitcoinAddress ?? "", /an address of ours/],
    ] as const) {
      const { errors } = await refusedWith(400, id, { refundAddress })
      expect(errors?.map(({ field }) => field)).toEqual(["refundAddress"])
      expect(errors?.[0]?.message).toMatch(message)
    }
    expect((await read(id)).status).toBe("paid")
    expect(await records.reservedOf(product)).toEqual(RESERVED)
    const answers = await Promise.all([1, 2, 3].map(() => cancel(id, { refundAddress: ADDRESS })))
    for (const { status, owner } of answers) {
      expect(status).toBe("cancelled")
      expect(owner?.refund).toMatchObject({ amount: "12.50", given: { address: ADDRESS } })
    }
    expect(await records.reservedOf(product)).toEqual(RELEASED)
    const [due, ...others] = await review.inboxOf(id)
    expect(others).toEqual([])
    expect(due).toMatchObject({ kind: "owed", pence: 1250 })
    expect(due?.why).toContain("the buyer gave a refund address")
    // Whether a poll saw the payment before its block decides about one more mail.
    expect((await mailsOf(id)).filter((name) => name !== "payment-seen")).toEqual([
      "order-cancelled",
      "order-placed",
      "payment-confirmed",
      "refund-address-confirmation",
      "refund-address-received",
    ])
    await mailbox.mailTo(email, "at the address that you entered")
    const { id: invoiceId, decisions } = await review.invoice(id)
    expect(decisions).toContainEqual(
      expect.objectContaining({ by: "the buyer", reason: "The buyer cancelled the order" }),
    )
    const refund = { method: "bitcoin", pence: 1250, sats: "31250", address: ADDRESS, txid: "ab".repeat(32) }
    await review.run(invoiceId, "record_refund", { refund })
    await until(async () => expect((await read(id)).status).toBe("refunded"))
    expect(await records.booksOf(id)).toEqual({ captures: [12.5], refunds: [12.5], booked: [12.5, -12.5] })
    expect(await review.inboxOf(id)).toEqual([])
    expect((await mailsOf(id)).filter((name) => name === "refund-sent")).toHaveLength(1)
    expect((await cancel(id, { refundAddress: ADDRESS })).status).toBe("refunded")
  })

  it("in Bitcoin without an address: the order's page and a mail ask for it", async () => {
    const { id, email } = await paidInBitcoin()
    const { owner } = await cancel(id)
    expect(owner?.refund).toEqual({
      amount: "12.50",
      terms: { network: "regtest", byLightning: false },
      given: null,
    })
    expect(await mailsOf(id)).toContain("refund-address-request")
    await mailbox.mailTo(email, "We owe you a refund")
    // A repeated call can still bring the address.
    const again = await cancel(id, { refundAddress: ADDRESS })
    expect(again.owner?.refund?.given?.address).toBe(ADDRESS)
  })

  it("can be cancelled in the 60th minute after its payment, and not later", async () => {
    const { id, product } = await paidByCard()
    await movesCaptureBack(id, 59 * 60 + 30)
    expect((await read(id)).owner?.cancellation).not.toBeNull()
    await movesCaptureBack(id, 60 * 60)
    expect((await read(id)).owner?.cancellation).toBeNull()
    expect((await refusedWith(409, id)).code).toBe("too_late")
    expect(await records.reservedOf(product)).toEqual(RESERVED)
    expect(await records.chargesOf(id)).toEqual([{ pence: 1250, refunds: [] }])
  })

  it("cannot be cancelled once it is packed, and a cancelled one cannot be packed", async () => {
    const packed = await paidByCard()
    await pack(staff, packed.id)
    expect((await read(packed.id)).owner?.cancellation).toBeNull()
    expect((await refusedWith(409, packed.id)).code).toBe("packed")
    const { id } = await paidByCard()
    await cancel(id)
    await expect(pack(staff, id)).rejects.toThrow(/cancel/i)
  })

  it("packed and cancelled at the same time: exactly one of the two wins", async () => {
    for (let round = 0; round < 2; round++) {
      const { id } = await paidByCard()
      const [cancelled, packing] = await Promise.allSettled([
        send(pathOf(id), options(buyer)),
        pack(staff, id),
      ])
      const wasCancelled = cancelled.status === "fulfilled" && cancelled.value.status === 200
      expect(wasCancelled).toBe(packing.status === "rejected")
      await records.untilAtRest(id)
      const parcels = await ask(
        `select 1 from fulfillment f join order_fulfillment l on l.fulfillment_id = f.id
          where l.order_id = $1 and f.canceled_at is null and f.deleted_at is null and l.deleted_at is null`,
        [id],
      )
      expect(parcels).toHaveLength(wasCancelled ? 0 : 1)
    }
  })
})

it("the page of a card order that is cancelled cannot be opened again", async () => {
  const { id } = await order("card")
  await call(cardSessionSchema, `/api/orders/${id}/card-session`, options(buyer))
  await cancel(id)
  expect((await refused(409, `/api/orders/${id}/card-session`, options(buyer))).code).toBe("not_payable")
})

it("a draft that staff convert is paid as its buyer likes: on the card's page of the mail, or in Bitcoin", async () => {
  const { email } = randomPerson()
  const product = await makeProduct(staff, { price: 12.5, stock: 8 })
  const id = await makeDraft(staff, product, { email })
  await convertDraft(staff, id)
  const { headers } = await openWith(shop.url, await keyMailedTo(mailbox, email, id), id)
  expect(await read(id, headers)).toMatchObject({
    status: "awaiting_payment",
    total: "25.00",
    cardPayment: { state: "awaiting_payment", canPayWithBitcoin: true },
  })
  const { bitcoinAddress } = await call(followedOrderSchema, `/api/orders/${id}/payment-method`, {
    method: "POST",
    backendUrl: shop.url,
    headers,
    body: { paymentMethod: "bitcoin" },
  })
  await network.pay(bitcoinAddress ?? "", 62_500n)
  await network.mine()
  await untilPaid(id, headers)
})
