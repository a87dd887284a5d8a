import { orderSchema } from "@shop/contracts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { z } from "zod"
import { bitcoinShopAt, type BitcoinShop, type OpenOrder } from "../harness/bitcoin-shop"
import { MAILS } from "../harness/mails"
import { call, refused } from "../harness/call"
import { CardBuyer, startCards, type Cards } from "../harness/card-shop"
import { browserOf } from "../harness/checkout"
import type { Backend } from "../harness/medusa"
import { startOwnBackend } from "../harness/own-backend"
import { paymentReviewOf } from "../harness/payment-review"
import { whileRefused } from "../harness/refuse-writes"
import { eventually, startRegtest, type Regtest } from "../harness/regtest"

let network: Regtest
let cards: Cards
let backend: Backend
let shop: BitcoinShop
beforeAll(async () => {
  ;[network, cards] = await Promise.all([startRegtest(), startCards()])
  const own = await startOwnBackend("odd_roads", {
    ...cards.settings,
    STRIPE_API_URL: cards.url,
    BITCOIN_ESPLORA_URL: network.url,
    BITCOIN_POLL_SECONDS: "0.3",
  })
  backend = own
  await cards.notify(own.url)
  shop = await bitcoinShopAt(own.url, own.databaseUrl)
})
afterAll(async () => {
  await backend.stop()
  await Promise.all([network.stop(), cards.stop()])
})

const outputsOf = (id: string) =>
  shop.ask<{ txid: string; sats: string; status: string }>(
    `select o.txid, o.sats::text, o.status from bitcoin_output o join bitcoin_invoice i on i.id = o.invoice_id
      where i.order_id = $1 order by o.sats`,
    [id],
  )
const casesOf = (id: string) =>
  shop.ask<{ reason: string; closed_by: string | null }>(
    "select c.reason, c.closed_by from bitcoin_case c join bitcoin_invoice i on i.id = c.invoice_id where i.order_id = $1",
    [id],
  )
const statesOf = async (id: string) => {
  const rows = await shop.ask<{ to_state: string }>(
    `select t.to_state from bitcoin_transition t join bitcoin_invoice i on i.id = t.invoice_id
      where i.order_id = $1 order by t.sequence`,
    [id],
  )
  return rows.map(({ to_state }) => to_state)
}

describe("payments in several parts", () => {
  it("several transactions add up", async () => {
    const { id, address } = await shop.placeOne()
    const txids = [await network.pay(address, 5_000n), await network.pay(address, 7_500n)]
    await network.mine()
    expect((await shop.untilPaid(id)).bitcoin).toMatchObject({ state: "confirmed", receivedSats: "12500" })
    expect((await outputsOf(id)).map(({ txid }) => txid)).toEqual(txids)
  })

  it("two pence short, as wallets round: confirmed, and captured at the full price", async () => {
    const { id, address } = await shop.placeOne()
    await network.pay(address, 12_450n)
    await network.mine()
    expect((await shop.untilPaid(id)).bitcoin).toMatchObject({
      ...{ state: "confirmed", receivedSats: "12450", remainingSats: "0" },
    })
    const { paymentStatus, invoices } = await paymentReviewOf(shop.staff).panel(id)
    expect(paymentStatus).toMatchObject({ capturedPence: 500, outstandingPence: 0 })
    expect(invoices).toMatchObject([
      { capturedPence: 500, receivedPence: 500, missingSats: "0", surplusPence: 0 },
    ])
    expect(await casesOf(id)).toEqual([])
  })

  it("one transaction pays two orders, each with its own output", async () => {
    const [one, other] = [await shop.placeOne(5), await shop.placeOne(6)]
    const txid = await network.payMany([
      { address: one.address, sats: 12_500n },
      { address: other.address, sats: 15_000n },
    ])
    await network.mine()
    await shop.untilPaid(one.id)
    await shop.untilPaid(other.id)
    expect(await outputsOf(one.id)).toEqual([{ txid, sats: "12500", status: "confirmed" }])
    expect(await outputsOf(other.id)).toEqual([{ txid, sats: "15000", status: "confirmed" }])
  })

  it("dust is ignored, and the smallest amount above it is counted to the satoshi", async () => {
    const { id, address } = await shop.placeOne()
    await expect(network.pay(address, 293n)).rejects.toThrow("dust")
    await network.pay(address, 294n)
    expect((await shop.untilState(id, "underpaid")).bitcoin).toMatchObject({
      receivedSats: "294",
      remainingSats: "12206",
    })
  })
})

describe("a payment that is replaced or reorganised", () => {
  it("replaced by one with a higher fee that also pays the shop: counted once, and never undone", async () => {
    const { id, address } = await shop.placeOne()
    const first = await network.pay(address, 12_500n)
    await shop.untilState(id, "seen")
    const second = await network.replace(first, address)
    const byTxid = (rows: { txid: string; status: string }[]) =>
      Object.fromEntries(rows.map(({ txid, status }) => [txid, status]))
    await eventually(
      async () => byTxid(await outputsOf(id)),
      (statuses) => statuses[first] === "gone" && statuses[second] === "mempool",
    )
    expect((await shop.read(id)).bitcoin).toMatchObject({ state: "seen", receivedSats: "12500" })
    await network.mine()
    await shop.untilPaid(id)
    expect(await statesOf(id)).toEqual(["seen", "confirmed"])
  })

  it("double-spent in a block: awaits payment again, and accepts a new one", async () => {
    const { id, address } = await shop.placeOne()
    const txid = await network.pay(address, 12_500n).then((sent) => seen(id, sent))
    await network.doubleSpend(txid)
    // Esplora names no conflict: only the next block shows that it is no error of the source.
    await eventually(
      () => shop.ask("select 1 from bitcoin_output where txid = $1 and missing_since is not null", [txid]),
      (missing) => missing.length === 1,
    )
    await network.mine()
    expect((await shop.untilState(id, "awaiting_payment")).bitcoin?.receivedSats).toBe("0")
    expect(await shop.capturesOf(id)).toBe(0)
    await network.pay(address, 12_500n)
    await network.mine()
    await shop.untilPaid(id)
  })

  it.each([
    { depth: 1, price: 100, sats: 250_000n, confirmed: 1, required: 3 },
    { depth: 3, price: 1000, sats: 2_500_000n, confirmed: 3, required: 6 },
    { depth: 6, price: 1000, sats: 2_500_000n, confirmed: 5, required: 6 },
  ])(
    "reorganised $depth deep before the capture: waits, and is confirmed when it is mined again",
    async (road) => {
      const { id, address } = await shop.placeOne(road.price)
      await network.pay(address, road.sats)
      await network.mine(road.confirmed)
      await eventually(
        () => shop.read(id),
        ({ bitcoin }) => bitcoin?.confirmations === road.confirmed,
      )
      await network.reorganise(road.depth)
      expect((await shop.untilState(id, "seen")).bitcoin?.confirmations).toBe(0)
      expect(await shop.capturesOf(id)).toBe(0)
      await network.mine(road.required)
      await shop.untilPaid(id)
      expect(await shop.capturesOf(id)).toBe(1)
      expect(await casesOf(id)).toEqual([])
    },
  )

  it("confirmed, then lost in a reorganisation before the capture: not captured until it is paid again", async () => {
    const { id, address } = await shop.placeOne()
    await network.pay(address, 12_500n)
    const pendingMessages = () =>
      shop.ask<{ kind: string; last_error: string | null }>(
        `select payload ->> 'kind' as kind, last_error from medusa_payments_outbox
          where topic = 'bitcoin-effect' and payload ->> 'orderId' = $1 and finished_at is null`,
        [id],
      )
    await whileRefused(shop, "insert on capture", async () => {
      await network.mine()
      await eventually(pendingMessages, (messages) =>
        messages.some(({ kind, last_error }) => kind === "capture" && last_error !== null),
      )
      await network.reorganise(1, { dropTransactions: true })
      // A payment that a source has lost counts as gone at the second poll.
      await shop.afterPolls(1)
      await network.mine()
      await shop.untilState(id, "awaiting_payment")
    })
    await eventually(pendingMessages, (messages) => messages.length === 0)
    expect(await shop.capturesOf(id)).toBe(0)
    expect((await shop.read(id)).status).not.toBe("paid")
    await network.pay(address, 12_500n)
    await network.mine()
    await shop.untilPaid(id)
    expect(await shop.capturesOf(id)).toBe(1)
    expect(await casesOf(id)).toEqual([])
  })

  it.each([1, 3, 6])(
    "reorganised %i deep after it was taken: stays taken, comes to staff, and the chain closes the case",
    async (depth) => {
      const { id, address } = await shop.placeOne()
      await network.pay(address, 12_500n)
      await network.mine(depth)
      await shop.untilPaid(id)
      await network.reorganise(depth)
      expect((await shop.untilState(id, "review")).status).toBe("paid")
      expect(await casesOf(id)).toEqual([{ reason: "undone_after_capture", closed_by: null }])
      await network.mine()
      expect((await shop.untilState(id, "confirmed")).status).toBe("paid")
      expect(await casesOf(id)).toEqual([{ reason: "undone_after_capture", closed_by: "the chain" }])
      expect(await shop.capturesOf(id)).toBe(1)
    },
  )

  it("undone by two reorganisations after the capture: staff are mailed about each", async () => {
    const { id, address } = await shop.placeOne()
    await network.pay(address, 12_500n)
    await network.mine()
    await shop.untilPaid(id)
    for (const incident of [1, 2]) {
      await network.reorganise(1)
      await shop.untilState(id, "review")
      await eventually(
        () =>
          shop.ask(`select 1 from ${MAILS} where template = 'payment-case' and data ->> 'orderId' = $1`, [
            id,
          ]),
        (mails) => mails.length === incident,
      )
      await network.mine()
      await shop.untilState(id, "confirmed")
    }
  })

  async function seen(id: string, txid: string): Promise<string> {
    await shop.untilState(id, "seen")
    return txid
  }
})

it("an order paid after staff cancelled it opens a case, and is neither captured nor shown as paid", async () => {
  const { id, address } = await shop.placeOne()
  await shop.staff.post(z.unknown(), `/admin/orders/${id}/cancel`, {})
  await shop.untilState(id, "cancelled")
  await network.pay(address, 12_500n)
  await network.mine()
  // An invoice that was polled just before the block is due again only minutes later.
  await shop.ask("update bitcoin_invoice set poll_requested = true where order_id = $1", [id])
  const order = await shop.untilReviewed(id)
  expect(order.status).toBe("cancelled")
  expect(await shop.capturesOf(id)).toBe(0)
  expect(await casesOf(id)).toHaveLength(1)
  const mails = await eventually(
    () => shop.ask<{ template: string }>(`select template from ${MAILS} where data ->> 'orderId' = $1`, [id]),
    (rows) => rows.some(({ template }) => template === "payment-review"),
  )
  expect(mails.map(({ template }) => template)).not.toContain("payment-confirmed")
})

describe("money for a quote that was replaced", () => {
  /** Pays the address after the order is settled otherwise. @returns what staff read about it */
  async function payAfterwards(orderId: string, address: string) {
    await network.pay(address, 12_500n)
    await network.mine()
    const review = paymentReviewOf(shop.staff)
    return eventually(
      async () => {
        await shop.ask("update bitcoin_invoice set poll_requested = true where order_id = $1", [orderId])
        return review.inboxOf(orderId)
      },
      (cases) => cases.length > 0,
    )
  }
  const addressesOf = (id: string) =>
    shop.ask<{ address: string; closed_how: string | null }>(
      "select address, closed_how from bitcoin_invoice where order_id = $1 order by created_at",
      [id],
    )

  it.each(["", ", also an older one that was renewed before"])(
    "by a card, which paid the order, is a case that says so and captures nothing%s",
    async (older) => {
      const { id, address } = await shop.placeOne()
      if (older !== "") {
        await shop.runOut(id)
        await shop.untilState(id, "expired")
        await call(orderSchema, `/api/orders/${id}/quote`, {
          method: "POST",
          backendUrl: backend.url,
          headers: browserOf(id),
        })
      }
      const buyer = new CardBuyer(backend.url, shop.staff)
      await buyer.changeMethod(id, "card")
      const quotes = await addressesOf(id)
      expect(quotes.map(({ closed_how }) => closed_how)).toEqual(quotes.map(() => "superseded"))
      await buyer.openPage(id)
      await cards.pay(id)
      await shop.untilPaid(id)
      const [found] = await payAfterwards(id, address)
      expect(found?.why).toMatch(/^The order is paid in another way or by another quote(; paid late)?$/)
      expect(await casesOf(id)).toEqual([
        { reason: older === "" ? "superseded" : "late, superseded", closed_by: null },
      ])
      const review = paymentReviewOf(shop.staff)
      const paid = (await review.panel(id)).invoices.find((invoice) => invoice.address === address)
      await expect(review.run(paid?.id ?? "", "accept")).rejects.toThrow(/was paid by another payment/)
      expect(await shop.capturesOf(id)).toBe(1)
      expect((await shop.read(id)).status).toBe("paid")
    },
  )
})

describe("the end of a reservation", () => {
  const statusOf = async (id: string) => (await shop.read(id)).status
  const reservedOf = async ({ product }: OpenOrder) => {
    const [level] = await shop.ask<{ reserved: string }>(
      "select reserved_quantity::text as reserved from inventory_level where inventory_item_id = $1",
      [product.inventoryItemId],
    )
    return level?.reserved
  }
  /** Sets the quote's end, and has the cancellation due: 30 minutes ago the reservation ends now. */
  const endAgo = async (id: string, time: string) => {
    await shop.ask(`update bitcoin_invoice set expires_at = now() - interval '${time}' where order_id = $1`, [
      id,
    ])
    await shop.ask(
      "update medusa_payments_outbox set next_attempt_at = now() where payload ->> 'orderId' = $1 and finished_at is null",
      [id],
    )
  }
  /** The clock has looked at the order, and postponed its end. */
  const untilPostponed = (id: string) =>
    eventually(
      () =>
        shop.ask<{ in_minutes: number }>(
          `select extract(epoch from next_attempt_at - now()) / 60 as in_minutes from medusa_payments_outbox
            where payload ->> 'orderId' = $1 and payload ->> 'kind' = 'cancel' and finished_at is null`,
          [id],
        ),
      (messages) => messages.some(({ in_minutes }) => in_minutes > 5),
    )

  it("finds what was paid in its last second: the stock is kept for staff, who accept it in time", async () => {
    const late = await shop.placeOne(100)
    await shop.runOut(late.id)
    await shop.untilState(late.id, "expired")
    await network.pay(late.address, 250_000n)
    await network.mine()
    await endAgo(late.id, "30 minutes")
    await untilPostponed(late.id)
    expect(await statusOf(late.id)).toBe("awaiting_payment")
    expect(await reservedOf(late)).toBe("1")
    await network.mine(2)
    await shop.untilReviewed(late.id)
    expect(await casesOf(late.id)).toEqual([{ reason: "late", closed_by: null }])
    const review = paymentReviewOf(shop.staff)
    await review.run((await review.invoice(late.id)).id, "accept")
    await shop.untilPaid(late.id)
    expect(await reservedOf(late)).toBe("1")
  })

  it("of a short payment comes when staff have not decided by noon of the next working day", async () => {
    const short = await shop.placeOne()
    await network.pay(short.address, 11_000n)
    await network.mine()
    await shop.untilState(short.id, "underpaid")
    await shop.runOut(short.id)
    await endAgo(short.id, "2 hours")
    await shop.untilState(short.id, "review")
    await untilPostponed(short.id)
    expect(await reservedOf(short)).toBe("1")
    // A weekend with two bank holidays is over, too.
    await endAgo(short.id, "8 days")
    await eventually(
      () => statusOf(short.id),
      (status) => status === "cancelled",
    )
    expect(await reservedOf(short)).toBe("0")
    expect(await casesOf(short.id)).toMatchObject([{ closed_by: null }])
  })

  it("waits while the chain's source does not answer", async () => {
    const unpaid = await shop.placeOne()
    await shop.runOut(unpaid.id)
    await shop.untilState(unpaid.id, "expired")
    process.kill(network.pid, "SIGSTOP")
    try {
      await endAgo(unpaid.id, "30 minutes")
      await eventually(
        () => shop.ask("select 1 from bitcoin_invoice where order_id = $1 and poll_requested", [unpaid.id]),
        (requested) => requested.length > 0,
      )
      await shop.afterFailedPoll()
      expect(await statusOf(unpaid.id)).toBe("awaiting_payment")
    } finally {
      process.kill(network.pid, "SIGCONT")
    }
    await eventually(
      () => statusOf(unpaid.id),
      (status) => status === "cancelled",
    )
    expect(await reservedOf(unpaid)).toBe("0")
  })
})

describe("a buyer's transaction id", () => {
  const claim = (id: string, transactionId: string) => ({
    path: `/api/orders/${id}/payment`,
    options: {
      method: "PATCH" as const,
      headers: browserOf(id),
      body: { transactionId },
      backendUrl: backend.url,
    },
  })

  it("of a confirmed payment credits nothing when it is replayed, for this or another order", async () => {
    const [paid, open] = [await shop.placeOne(), await shop.placeOne()]
    const txid = await network.pay(paid.address, 12_500n)
    await network.mine()
    await shop.untilPaid(paid.id)
    for (const id of [paid.id, open.id, open.id]) {
      const { path, options } = claim(id, txid)
      await call(orderSchema, path, options)
    }
    await eventually(
      () =>
        shop.ask<{ verdict: string }>(
          "select c.verdict from bitcoin_claim c join bitcoin_invoice i on i.id = c.invoice_id where i.order_id = $1",
          [open.id],
        ),
      (rows) => rows.length > 0 && rows.every(({ verdict }) => verdict === "mismatch"),
    )
    expect((await shop.read(open.id)).bitcoin).toMatchObject({ state: "awaiting_payment", receivedSats: "0" })
    expect((await shop.read(paid.id)).bitcoin?.receivedSats).toBe("12500")
    expect(await shop.capturesOf(paid.id)).toBe(1)
  })

  it.each([
    { length: 3_000, status: 400 },
    { length: 1_000_000, status: 413 },
  ])("$length characters long is rejected with $status and stored nowhere", async ({ length, status }) => {
    const { id } = await shop.placeOne()
    const { path, options } = claim(id, "a".repeat(length))
    await refused(status, path, options)
    expect(
      await shop.ask(
        "select c.id from bitcoin_claim c join bitcoin_invoice i on i.id = c.invoice_id where i.order_id = $1",
        [id],
      ),
    ).toEqual([])
  })
})
