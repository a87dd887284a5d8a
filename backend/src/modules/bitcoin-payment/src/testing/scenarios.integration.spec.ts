import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { DEFAULT_POLICY } from "../domain/policy"
import { heldUntil, reservedUntil } from "../domain/reservation"
import { satoshis } from "../domain/satoshis"
import type { StoredInvoice } from "../domain/stored-invoice"
import { rows } from "medusa-payments/database"
import { EARLIER_MONEY } from "../repository/earlier-money"
import { recordObservations } from "../repository/outputs"
import { requestPolls } from "../repository/payment-review"
import { ModelDatabase } from "./model-database"
import { ModelShop } from "./model-shop"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** A later poll waits its turn before the last poll, the tip, the invoices, their transactions, the outputs, and storing. */
const STEP_THAT_STORES = 9

let database: ModelDatabase
beforeAll(async () => {
  database = await ModelDatabase.create()
})
afterAll(() => database.destroy())

/** A shop with one order, at the price that needs one, three or six confirmations. */
async function shopWith(pence: bigint, sees: "addresses" | "everything" = "addresses") {
  const shop = await ModelShop.open(sees, database)
  const invoice = await shop.place(pence)
  const [watcher, other] = shop.processes
  return {
    shop,
    chain: shop.chain,
    invoice,
    watcher,
    other,
    order: () => shop.books.orders.get(invoice.orderId),
    now: async (of: StoredInvoice = invoice) => (await database.invoices()).find(({ id }) => id === of.id),
    /** Sends a share of what is due to the invoice's address. */
    pay: (share = 1n, of = 1n) =>
      shop.chain.send([{ address: invoice.address, amount: satoshis((invoice.due * share) / of) }]),
    round: async () => {
      await watcher.poll()
      await watcher.processOutbox()
    },
  }
}

describe("every unusual payment, to its end", () => {
  it("underpaid and topped up within the grace: paid", async () => {
    const { chain, pay, round, now, invoice, order } = await shopWith(25_00n)
    pay(1n, 2n)
    await round()
    expect(await now()).toMatchObject({ state: "underpaid", received: invoice.due / 2n })
    chain.now = invoice.expiresAt + 14 * MINUTE
    await round()
    pay(1n, 2n)
    chain.mine(1)
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", captured: true })
    expect(order()).toMatchObject({ status: "pending", capturedFor: [invoice.id] })
  })

  it("underpaid at the end of the grace: a person decides, and the order stands", async () => {
    const { chain, pay, round, now, invoice, order } = await shopWith(25_00n)
    pay(1n, 2n)
    await round()
    chain.now = invoice.expiresAt + 16 * MINUTE
    chain.mine(1)
    await round()
    expect(await now()).toMatchObject({ state: "review", captured: false })
    expect(order()).toMatchObject({ status: "pending", released: 0 })
  })

  it("half paid, and the wallet raises the fee: still half paid, never twice", async () => {
    for (const sees of ["addresses", "everything"] as const) {
      const { shop, chain, pay, round, now } = await shopWith(25_00n, sees)
      const half = pay(1n, 2n)
      await round()
      chain.replace(half.txid, half.outputs)
      await round()
      await round()
      expect(await now()).toMatchObject({ state: "underpaid" })
      expect(shop.books.carriedOut.map(({ kind }) => kind)).not.toContain("mail_seen")
    }
  })

  it("paid in time, and the fee is raised after the quote's end: still paid in time", async () => {
    for (const sees of ["addresses", "everything"] as const) {
      const { chain, pay, round, now, invoice, order } = await shopWith(25_00n, sees)
      const payment = pay()
      await round()
      chain.now = invoice.expiresAt + HOUR
      await round()
      chain.replace(payment.txid, payment.outputs)
      chain.now += 5 * MINUTE
      await round()
      await round()
      expect(await now()).toMatchObject({ state: "seen" })
      chain.mine(1)
      await round()
      await round()
      expect(await now()).toMatchObject({ state: "confirmed", captured: true })
      expect(order()).toMatchObject({ status: "pending" })
    }
  })

  it("paid in full, and in no block by the limit: the stock is released, and a person decides", async () => {
    for (const sees of ["addresses", "everything"] as const) {
      const { shop, chain, pay, round, now, invoice, order } = await shopWith(25_00n, sees)
      const payment = pay()
      await round()
      chain.now = invoice.firstBlockBy - MINUTE
      await round()
      expect(await now()).toMatchObject({ state: "seen" })
      expect(order()).toMatchObject({ released: 0 })
      chain.now = invoice.firstBlockBy + MINUTE
      await round()
      expect(await now()).toMatchObject({ state: "review", captured: false, closed: "expired" })
      expect(order()).toMatchObject({ status: "canceled", released: 1, capturedFor: [] })
      chain.replace(payment.txid, payment.outputs)
      chain.mine(1)
      chain.now += 2 * MINUTE
      await round()
      await round()
      expect(await now()).toMatchObject({ state: "review", captured: false })
      expect(shop.books.carriedOut.filter(({ kind }) => kind === "mail_case")).toHaveLength(1)
    }
  })

  it("in a block by the limit while the shop was down: paid", async () => {
    const { chain, pay, round, now, invoice, watcher } = await shopWith(25_00n)
    pay()
    await round()
    chain.now = invoice.firstBlockBy - MINUTE
    chain.mine(1)
    chain.now += HOUR
    watcher.restart()
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", captured: true })
  })

  it("294 satoshis in the mempool: the reservation ends as if nothing had come", async () => {
    const { chain, round, now, invoice, order } = await shopWith(25_00n)
    const crumb = chain.send([{ address: invoice.address, amount: satoshis(294n) }])
    await round()
    chain.now = invoice.expiresAt + 31 * MINUTE
    await round()
    await round()
    expect(order()).toMatchObject({ status: "canceled", released: 1 })
    // Replaced by the full amount, days later.
    chain.now += 48 * HOUR
    chain.replace(crumb.txid, [{ address: invoice.address, amount: invoice.due }])
    chain.mine(1)
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "review", captured: false })
    expect(order()).toMatchObject({ capturedFor: [] })
  })

  it("replaced by a payment of less: the rest is asked for, and with it the order is paid", async () => {
    for (const sees of ["addresses", "everything"] as const) {
      const { chain, pay, round, now, invoice } = await shopWith(25_00n, sees)
      const payment = pay()
      await round()
      chain.replace(payment.txid, [{ address: invoice.address, amount: satoshis(invoice.due / 2n) }])
      await round()
      await round()
      expect(await now()).toMatchObject({ state: "underpaid", captured: false })
      pay(1n, 2n)
      chain.mine(1)
      await round()
      await round()
      expect(await now()).toMatchObject({ state: "confirmed", captured: true })
    }
  })

  it("replaced by a payment to another address: expires, and the goods are free once", async () => {
    const { chain, pay, round, now, invoice, order } = await shopWith(25_00n)
    const payment = pay()
    await round()
    chain.replace(payment.txid, [])
    chain.now = invoice.expiresAt + 31 * MINUTE
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "seen" })
    chain.mine(1)
    await round()
    expect(await now()).toMatchObject({ state: "expired", received: 0n, closed: "expired" })
    expect(order()).toMatchObject({ status: "canceled", released: 1, capturedFor: [] })
  })

  it("paid in time, and the node lost its mempool: nothing is judged until a block, which holds the payment", async () => {
    const { shop, chain, pay, round, now, invoice, order } = await shopWith(25_00n)
    pay()
    await round()
    chain.now = invoice.expiresAt + MINUTE
    shop.faults.hiccups = 20
    for (let minute = 0; minute < 20; minute += 1) {
      chain.now += MINUTE
      await round()
    }
    expect(await now()).toMatchObject({ state: "seen", received: invoice.due })
    chain.mine(1)
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", captured: true })
    expect(order()).toMatchObject({ status: "pending", released: 0 })
  })

  it("paid again after the first transaction was lost: the second counts without waiting for the first", async () => {
    const { chain, pay, round, now } = await shopWith(25_00n)
    const lost = pay()
    await round()
    chain.replace(lost.txid, [])
    await round()
    pay()
    await round()
    expect(await now()).toMatchObject({ state: "seen" })
    chain.mine(1)
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", captured: true })
  })

  it("double-spent by a miner: awaits payment again", async () => {
    for (const sees of ["addresses", "everything"] as const) {
      const { chain, pay, round, now } = await shopWith(25_00n, sees)
      const payment = pay()
      await round()
      chain.doubleSpend(payment.txid)
      await round()
      chain.mine(1)
      await round()
      expect(await now()).toMatchObject({ state: "awaiting_payment", received: 0n })
    }
  })

  it.each([1, 3, 6])(
    "dropped by a reorganisation %i deep while it gained depth: not captured on the poll that misses it",
    async (depth) => {
      const { chain, pay, round, now, order } = await shopWith(2_500_00n)
      pay()
      chain.mine(depth)
      await round()
      expect(await now()).toMatchObject({ state: depth === 6 ? "confirmed" : "confirming" })
      if (depth === 6) return
      chain.reorganise(depth, "conflicted")
      chain.mine(6)
      await round()
      expect(order()).toMatchObject({ capturedFor: [] })
      chain.now += MINUTE
      await round()
      expect(await now()).toMatchObject({ state: "awaiting_payment", received: 0n })
    },
  )

  it.each([1, 3, 6])(
    "reorganised %i deep after the capture: a person, until it is mined again",
    async (depth) => {
      const { shop, chain, pay, round, now, order, invoice } = await shopWith(25_00n)
      pay()
      chain.mine(depth)
      await round()
      await round()
      expect(order()).toMatchObject({ capturedFor: [invoice.id] })
      chain.reorganise(depth, "mempool")
      await round()
      expect(await now()).toMatchObject({ state: "review", captured: true })
      chain.mine(1)
      await round()
      expect(await now()).toMatchObject({ state: "confirmed", captured: true })
      expect(shop.books.carriedOut.filter(({ kind }) => kind === "capture")).toHaveLength(1)
    },
  )

  it("paid after the order was cancelled: a person, and nothing is captured", async () => {
    const { shop, chain, pay, round, now, order } = await shopWith(25_00n)
    await shop.cancel(shop.orders[0]!)
    pay()
    await round()
    expect(await now()).toMatchObject({ state: "cancelled" })
    chain.now += 2 * MINUTE
    chain.mine(1)
    await round()
    expect(await now()).toMatchObject({ state: "review", closed: "cancelled" })
    expect(order()).toMatchObject({ status: "canceled", capturedFor: [], released: 1 })
  })

  it("no address is given out while the node has lost its newest blocks, although it answers", async () => {
    const { shop, chain, watcher, other } = await shopWith(25_00n)
    chain.mine(4)
    expect(await watcher.poll()).toBe(true)
    const price = { priceMinor: 25_00n, currency: "GBP" } as const
    await other.quotes.ensureReady(price)
    const { tip } = chain
    const fallen = vi
      .spyOn(chain, "tip", "get")
      .mockReturnValue({ ...tip, height: 20, hash: "an older block" })
    expect(await watcher.poll()).toBe(false)
    await expect(other.quotes.ensureReady(price)).rejects.toThrow(
      `its newest block fell from ${tip.height} to 20`,
    )
    fallen.mockRestore()
    // The source has its blocks again; the watcher may not have polled it yet.
    await other.quotes.ensureReady(price)
    expect(shop.placed).toHaveLength(1)
  })

  it("paid after the buyer chose another way to pay: a person, for all its quotes, until the order is cancelled", async () => {
    const { shop, chain, round, invoice } = await shopWith(25_00n)
    chain.now = invoice.expiresAt + MINUTE
    await round()
    await shop.renew(invoice.orderId)
    const settlement = shop.books.settlementOn(database.pool)
    await settlement.closeOfOrder(invoice.orderId, "superseded")
    for (const { address, due } of shop.placed) chain.send([{ address, amount: due }])
    chain.mine(1)
    const pollAll = async () => {
      await database.pool.raw("update bitcoin_invoice set poll_requested = true", [])
      await round()
    }
    await pollAll()
    const reasonsOf = () =>
      rows(database.pool, "select reason from bitcoin_case where closed_at is null order by reason")
    expect(await reasonsOf()).toEqual([{ reason: "late, superseded" }, { reason: "superseded" }])
    // The stock is kept while staff can decide, and nothing ends with it.
    expect(await settlement.endByClock(invoice.orderId)).toMatchObject({ kind: "later" })
    chain.now += DEFAULT_POLICY.caseMs + 7 * 24 * 60 * MINUTE
    expect(await settlement.endByClock(invoice.orderId)).toEqual({ kind: "kept" })
    await shop.cancel(shop.orders[0]!)
    await pollAll()
    const details = await shop.review.detailsOfOrder(invoice.orderId)
    expect(details.map(({ reasons }) => reasons)).toEqual([["order_cancelled"], ["order_cancelled", "late"]])
    expect(shop.orders).toMatchObject([{ status: "canceled", capturedFor: [] }])
  })

  it.each(["everything", "addresses"] as const)(
    "paid at the moment when the order is cancelled, whatever the poll has reached: a person (a source that sees %s)",
    async (sees) => {
      let steps = 0
      for (let moment = 1; moment === 1 || moment <= steps; moment += 1) {
        const { shop, pay, watcher, now, chain } = await shopWith(25_00n, sees)
        await watcher.poll()
        pay()
        chain.mine(1)
        steps = 0
        await watcher.poll(null, async () => {
          steps += 1
          if (steps === moment) await shop.cancel(shop.orders[0]!)
        })
        // One that had read the invoice as confirmed already makes it due.
        if ((await now())?.state === "confirmed") await watcher.poll()
        expect(await now(), `cancelled at step ${moment}`).toMatchObject({
          state: "review",
          closed: "cancelled",
        })
        const found = await rows(database.pool, "select reason from bitcoin_case where closed_at is null")
        expect(found).toEqual([{ reason: "order_cancelled" }])
      }
      expect(steps).toBeGreaterThan(STEP_THAT_STORES)
    },
  )

  it("paid and mined in time while the shop was down for two hours: paid", async () => {
    const { chain, pay, round, now, watcher, invoice } = await shopWith(25_00n)
    await round()
    chain.now += 30 * MINUTE
    pay()
    chain.mine(1)
    chain.now = invoice.expiresAt + HOUR
    watcher.restart()
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", captured: true })
  })

  it("paid in time and mined after the end while the shop was down: paid, as far as the source knows when", async () => {
    for (const sees of ["everything", "addresses"] as const) {
      const { chain, pay, round, now, watcher, invoice } = await shopWith(25_00n, sees)
      await round()
      chain.now += 30 * MINUTE
      pay()
      chain.now = invoice.expiresAt + 20 * MINUTE
      chain.mine(1)
      chain.now += 10 * MINUTE
      watcher.restart()
      await round()
      await round()
      const isKnown = sees === "everything"
      expect(await now()).toMatchObject({ state: isKnown ? "confirmed" : "review", captured: isKnown })
    }
  })

  it("paid in time, and no poll until minutes after the end: paid if one comes within the grace, otherwise staff decide", async () => {
    for (const [minutes, state] of [
      [14, "confirmed"],
      [16, "review"],
    ] as const) {
      const { chain, pay, round, now, invoice } = await shopWith(25_00n)
      await round()
      chain.now = invoice.expiresAt - MINUTE
      pay()
      chain.now = invoice.expiresAt + minutes * MINUTE
      chain.mine(1)
      await round()
      await round()
      expect(await now()).toMatchObject({ state, captured: state === "confirmed" })
    }
  })

  it("paid late, after its end while the shop was down for two hours: staff decide, and the stock waits for them", async () => {
    const { chain, pay, round, now, watcher, invoice, order } = await shopWith(25_00n)
    await round()
    chain.now = invoice.expiresAt + 30 * MINUTE
    pay()
    chain.mine(1)
    chain.now += HOUR
    watcher.restart()
    await round()
    expect(await now()).toMatchObject({ state: "review", captured: false })
    expect(order()).toMatchObject({ status: "pending", capturedFor: [], released: 0 })
    chain.now =
      reservedUntil({ ...invoice, state: "review" }, await database.outputs(), DEFAULT_POLICY) - MINUTE
    await round()
    expect(order()).toMatchObject({ status: "pending", released: 0 })
    chain.now += 2 * MINUTE
    await round()
    await round()
    expect(order()).toMatchObject({ status: "canceled", capturedFor: [], released: 1 })
    expect(await now()).toMatchObject({ state: "review", closed: "expired" })
  })

  it("less than a tenth of it in a block: the order ends with its hold, and the money is a case", async () => {
    const { chain, invoice, round, now, order } = await shopWith(25_00n)
    chain.send([{ address: invoice.address, amount: satoshis(invoice.due / 10n - 1n) }])
    chain.mine(1)
    await round()
    expect(await now()).toMatchObject({ state: "underpaid" })
    chain.now = heldUntil(invoice, DEFAULT_POLICY) - MINUTE
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "review", closed: null })
    expect(order()).toMatchObject({ status: "pending", released: 0 })
    chain.now += 2 * MINUTE
    await round()
    await round()
    expect(order()).toMatchObject({ status: "canceled", capturedFor: [], released: 1 })
    expect(await now()).toMatchObject({ state: "review", closed: "expired" })
    const open = await rows(database.pool, "select reason from bitcoin_case where closed_at is null", [])
    expect(open).toEqual([{ reason: "short" }])
  })

  it("paid late in the last second of its hold: neither a new quote nor the clock overlooks it", async () => {
    for (const sees of ["addresses", "everything"] as const)
      for (const blocks of [0, 1]) {
        const { shop, chain, pay, round, now, watcher, invoice, order } = await shopWith(100_00n, sees)
        chain.now = invoice.expiresAt + MINUTE
        await round()
        await round()
        expect(await now()).toMatchObject({ state: "expired" })
        chain.now = heldUntil(invoice, DEFAULT_POLICY) - MINUTE
        pay()
        chain.mine(blocks)
        await shop.renew(invoice.orderId)
        expect(shop.placed).toHaveLength(1)
        chain.now = heldUntil(invoice, DEFAULT_POLICY) + 1
        await watcher.processOutbox()
        await round()
        expect(order()).toMatchObject({ status: "pending", released: 0 })
        chain.mine(3)
        await requestPolls(database.pool, [invoice.id])
        await round()
        expect(await now()).toMatchObject({ state: "review", closed: null, received: invoice.due })
        expect(order()).toMatchObject({ status: "pending", released: 0 })
      }
  })

  it("unpaid at the end of its hold while the source is away: the order waits for its answer", async () => {
    for (const sees of ["addresses", "everything"] as const) {
      const { shop, chain, round, invoice, order } = await shopWith(25_00n, sees)
      chain.now = invoice.expiresAt + MINUTE
      await round()
      await round()
      shop.faults.outage = 3
      chain.now = heldUntil(invoice, DEFAULT_POLICY) + 1
      for (let failed = 0; failed < 3; failed += 1) {
        await round()
        expect(order()).toMatchObject({ status: "pending", released: 0 })
        chain.now += 2 * MINUTE
      }
      shop.faults.outage = 0
      await round()
      await round()
      expect(order()).toMatchObject({ status: "canceled", released: 1 })
    }
  })

  it("paid and captured, then the setting asks for more confirmations: stays paid, and only new invoices need more", async () => {
    const { shop, chain, pay, round, now, watcher } = await shopWith(25_00n)
    pay()
    chain.mine(1)
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", captured: true })
    shop.confirmations = [{ below: null, confirmations: 6 }]
    watcher.restart()
    chain.mine(1)
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", requiredConfirmations: 1 })
    expect(await shop.place(25_00n)).toMatchObject({ requiredConfirmations: 6 })
  })

  it("captured a few pence short, then the setting tolerates nothing: stays paid, and only new invoices need it all", async () => {
    const { shop, chain, invoice, round, now, watcher, order } = await shopWith(25_00n)
    const amount = satoshis(invoice.due - 125n)
    chain.send([{ address: invoice.address, amount }])
    chain.mine(1)
    await round()
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", captured: true, tolerance: 125n })
    expect(order()).toMatchObject({ status: "pending", capturedFor: [invoice.id] })
    shop.tolerance = { minor: 0n, share: 0n }
    watcher.restart()
    chain.mine(1)
    await requestPolls(database.pool, [invoice.id])
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", received: amount, surplusMinor: 0n })
    const strict = await shop.place(25_00n)
    chain.send([{ address: strict.address, amount: satoshis(strict.due - 1n) }])
    chain.mine(1)
    await round()
    expect(await now(strict)).toMatchObject({ state: "underpaid", tolerance: 0n })
  })

  it("one transaction pays two orders: each is credited with its own output", async () => {
    const { shop, chain, invoice, round, now } = await shopWith(25_00n)
    const second = await shop.place(10_00n)
    chain.send([
      { address: invoice.address, amount: invoice.due },
      { address: second.address, amount: second.due },
    ])
    chain.mine(1)
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", received: invoice.due })
    expect(await now(second)).toMatchObject({ state: "confirmed", received: second.due })
  })

  it("overpaid: captured once, and what is too much is on record", async () => {
    const { chain, pay, round, now, invoice } = await shopWith(25_00n)
    pay(3n)
    chain.mine(1)
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", received: invoice.due * 3n })
    expect((await database.transitions()).map(({ cause }) => cause).join()).toContain("overpaid")
  })

  it("marked as paid by staff, and then paid in Bitcoin too: a surplus, which staff keep or send back", async () => {
    const { shop, chain, pay, round, now, invoice, order } = await shopWith(25_00n)
    const decide = (action: "settle_by_hand" | "keep_surplus") =>
      shop.review.perform(invoice.id, {
        ...{ action, idempotencyKey: action, reason: "paid in cash" },
        by: { id: "user_1", email: "staff@shop.example" },
      })
    const mails = () =>
      rows(
        database.pool,
        "select 1 from medusa_payments_outbox where payload ->> 'kind' = 'mail_surplus'",
        [],
      )
    await decide("settle_by_hand")
    await round()
    expect(await now()).toMatchObject({ captured: true, surplusMinor: 0n })
    pay()
    chain.mine(1)
    chain.now += HOUR
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", surplusMinor: 25_00n })
    expect(await mails()).toHaveLength(1)
    await decide("keep_surplus")
    await round()
    expect(await now()).toMatchObject({ state: "confirmed", surplusMinor: 0n })
    expect(await mails()).toHaveLength(1)
    expect(order()).toMatchObject({ status: "pending", capturedFor: [invoice.id] })
  })

  it("a quote renewed, and the new one paid: the old one's end touches nothing", async () => {
    const { shop, chain, round, now, invoice, order } = await shopWith(25_00n)
    chain.now = invoice.expiresAt + MINUTE
    await round()
    await shop.renew(invoice.orderId)
    const renewed = shop.placed.at(-1)!
    expect(renewed.address).not.toBe(invoice.address)
    chain.send([{ address: renewed.address, amount: renewed.due }])
    chain.mine(1)
    await round()
    chain.now += HOUR
    await round()
    expect(await now(renewed)).toMatchObject({ state: "confirmed", captured: true })
    expect(order()).toMatchObject({ status: "pending", released: 0, capturedFor: [renewed.id] })
  })

  it("a quote renewed, and both paid: captured once, the other comes to a person", async () => {
    const { shop, chain, pay, round, now, invoice, order } = await shopWith(25_00n)
    const early = pay()
    await round()
    chain.mine(1)
    chain.reorganise(1, "dropped")
    chain.now = invoice.expiresAt + MINUTE
    await round()
    chain.mine(1)
    await round()
    await shop.renew(invoice.orderId)
    const renewed = shop.placed.at(-1)!
    chain.send([{ address: renewed.address, amount: renewed.due }])
    chain.mine(1)
    await round()
    chain.rebroadcast(early.txid)
    chain.now += 2 * MINUTE
    chain.mine(1)
    await round()
    await round()
    expect(order()).toMatchObject({ capturedFor: [renewed.id] })
    expect(await now()).toMatchObject({ state: "review", captured: false })
  })

  it("money that was on the next address before the order, mined or not, is never credited", async () => {
    for (const sees of ["addresses", "everything"] as const)
      for (const blocks of [0, 1]) {
        const shop = await ModelShop.open(sees, database)
        const [watcher] = shop.processes
        await shop.place(1_00n)
        // Addresses 1 and 2 are prepared, and the owner's wallet receives there.
        await watcher.poll()
        for (const address of ["address-1", "address-2"])
          shop.chain.send([{ address, amount: satoshis(62_500n) }])
        shop.chain.mine(blocks)
        const orders = [await shop.place(25_00n), await shop.place(25_00n)]
        shop.chain.mine(6)
        await watcher.poll()
        await watcher.processOutbox()
        await watcher.poll()
        expect(orders.map(({ address }) => address)).toEqual(["address-3", "address-4"])
        expect(shop.orders.flatMap(({ capturedFor }) => capturedFor)).toEqual([])
      }
  })

  it("money that the source concealed until after the order is a case, and not credited unless a later block takes it", async () => {
    for (const [sees, blocks] of [
      ["everything", 0],
      ["addresses", 1],
    ] as const) {
      const shop = await ModelShop.open(sees, database)
      const [watcher] = shop.processes
      shop.chain.send([{ address: "address-0", amount: satoshis(62_500n) }])
      shop.chain.mine(blocks)
      shop.faults.isUnaware = true
      await watcher.poll()
      shop.chain.now += HOUR
      const order = await shop.place(25_00n)
      expect(order.address).toBe("address-0")
      shop.faults.isUnaware = false
      shop.chain.mine(6, true)
      watcher.restart()
      await watcher.poll()
      const [stored] = await database.invoices()
      expect(stored).toMatchObject({ state: "awaiting_payment", received: 0n })
      const [output] = await database.outputs()
      expect(output?.seenAt).toBeLessThan(order.createdAt)
      const earlier = await rows(database.pool, EARLIER_MONEY)
      expect(earlier).toMatchObject([{ invoice_id: order.id, sats: "62500" }])
      await watcher.poll()
      await watcher.processOutbox()
      expect(shop.books.carriedOut.map(({ kind }) => kind)).toEqual(["mail_case"])
      // The buyer's own payment counts.
      shop.chain.send([{ address: order.address, amount: order.due }])
      shop.chain.mine(1)
      await watcher.poll()
      await watcher.processOutbox()
      expect(shop.orders[0]?.capturedFor).toEqual([order.id])
      const [paid] = await database.invoices()
      expect(paid?.received).toBe(sees === "addresses" ? order.due : order.due + 62_500n)
    }
  })

  it.each([-5 * MINUTE, -2 * HOUR, 2 * HOUR])(
    "paid while the node's clock is %i ms wrong: counted as soon as it is seen, or by its block at the latest",
    async (wrong) => {
      for (const isPolledBetween of [true, false]) {
        const shop = await ModelShop.open("everything", database)
        const [watcher] = shop.processes
        shop.faults.clock = wrong
        const round = async () => {
          await watcher.poll()
          await watcher.processOutbox()
          return (await database.invoices())[0]
        }
        await round()
        const { address, due } = await shop.place(25_00n)
        if (isPolledBetween) await round()
        shop.chain.send([{ address, amount: due }])
        const isSeen = isPolledBetween || wrong > 0
        expect(await round()).toMatchObject({ state: isSeen ? "seen" : "awaiting_payment" })
        shop.chain.mine(1)
        await round()
        expect(await round()).toMatchObject({ state: "confirmed", captured: true })
        expect(await rows(database.pool, EARLIER_MONEY)).toEqual([])
      }
    },
  )

  it("a backup restored: no address that was paid is issued again", async () => {
    const { shop, chain, watcher } = await shopWith(25_00n)
    const forgotten = [await shop.place(1_00n), await shop.place(2_00n), await shop.place(3_00n)]
    // The first of them was never paid, and hides the others from a search that stops there.
    const paid = forgotten.slice(1)
    for (const { address, due } of paid) chain.send([{ address, amount: due }])
    // As a backup from before these three orders would leave it.
    await database.pool.raw("delete from bitcoin_invoice where address_index > 0")
    await database.pool.raw("update bitcoin_wallet set next_index = 1")
    watcher.restart()
    await watcher.poll()
    const issued = [await shop.place(1_00n), await shop.place(2_00n), await shop.place(3_00n)]
    const addresses = issued.map(({ address }) => address)
    for (const { address } of paid) expect(addresses).not.toContain(address)
  })

  it("a poll that was overtaken in a reorganisation does not mix its old facts with the new ones", async () => {
    const { shop, chain, pay, watcher, other, order } = await shopWith(25_00n)
    const half = pay(1n, 2n)
    chain.mine(3)
    await watcher.poll()
    await other.poll()
    chain.now += 1000
    let step = 0
    await watcher.poll(null, async () => {
      step += 1
      // It has its answer and is about to store it, when the chain turns and the other one polls.
      if (step !== STEP_THAT_STORES) return
      pay(1n, 2n)
      chain.reorganise(3, "conflicted")
      await other.poll()
    })
    await watcher.processOutbox()
    expect(chain.isLive(half.txid)).toBe(false)
    expect(shop.verdicts.filter(({ state }) => state === "confirmed")).toEqual([])
    expect(order()).toMatchObject({ capturedFor: [] })
  })

  it("of two looks at once, the one that judged an older version loses", async () => {
    const { chain, pay, watcher, other, now } = await shopWith(25_00n)
    await watcher.poll()
    await other.poll()
    pay()
    let step = 0
    await watcher.poll(null, async () => {
      step += 1
      if (step !== STEP_THAT_STORES + 1) return
      chain.mine(1)
      await other.poll()
    })
    expect(await now()).toMatchObject({ state: "confirmed", version: 1 })
  })

  it("an output of an invoice that was not asked about is stored, and the invoice is not evaluated", async () => {
    const { shop, chain, invoice, now } = await shopWith(25_00n)
    const second = await shop.place(10_00n)
    const startedAt = invoice.expiresAt + HOUR
    const present = [invoice, second].map(({ address, due }, vout) => ({
      ...{ txid: "a".repeat(64), vout, address, amount: satoshis(due / 2n), status: "mempool" as const },
      ...{ height: null, blockHash: null, blockTime: null, heardAt: null },
    }))
    await database.setTime(chain.now)
    const polled = await recordObservations(
      database.pool,
      {
        startedAt,
        height: chain.tip.height,
        asked: [invoice],
        covers: "asked",
        previousAt: null,
        graceMs: 0,
      },
      { present, lost: [] },
    )
    expect(polled.map((each) => each.invoice.id)).toEqual([invoice.id])
    expect(await now()).toMatchObject({ lastPollAt: startedAt })
    expect(await now(second)).toMatchObject({ lastPollAt: second.lastPollAt })
    expect((await database.outputs()).map(({ invoiceId }) => invoiceId)).toEqual([invoice.id, second.id])
  })
})
