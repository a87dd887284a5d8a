import { rows } from "medusa-payments/database"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"
import { paymentView } from "../application/payment-view"
import { DEFAULT_POLICY } from "../domain/policy"
import { satoshis } from "../domain/satoshis"
import type { StoredInvoice } from "../domain/stored-invoice"
import { findInvoice } from "../repository/invoices"
import { lightningOf } from "../repository/lightning"
import { ModelDatabase } from "./model-database"
import { ModelShop } from "./model-shop"

const SECOND = 1000
const MINUTE = 60 * SECOND

let database: ModelDatabase
let shop: ModelShop
let invoice: StoredInvoice
beforeAll(async () => {
  database = await ModelDatabase.create()
})
afterAll(() => database.destroy())
beforeEach(async () => {
  shop = await ModelShop.open("addresses", database)
  invoice = await shop.place(25_00n)
  await shop.processes[0].askLightning()
})

const leader = () => shop.processes[0]
const stored = async () => (await findInvoice(database.pool, "id", invoice.id)) ?? invoice
const half = async () => (await lightningOf(database.pool, invoice.id)) ?? expect.fail("no Lightning invoice")
const shown = async () =>
  paymentView(await stored(), DEFAULT_POLICY, "Shop", await half(), shop.chain.now).lightning
const pay = async (percent = 100n) =>
  shop.lightning.pay((await half()).paymentHash, invoice.due * 10n * percent)
/** Until the node is asked again about what was not settled. */
const ask = async (after = 3 * SECOND) => {
  shop.chain.now += after
  await leader().askLightning()
}
const reasons = async () =>
  (await shop.review.detailsOfOrder(invoice.orderId)).flatMap((each) => each.reasons)

it("a quote has a Lightning invoice of the same amount until the same end, one however often it is asked for", async () => {
  await leader().askLightning()
  expect(shop.lightning.made).toMatchObject([{ sats: invoice.due, label: invoice.id }])
  expect((await shown())?.expiresAt).toBe(new Date(invoice.expiresAt).toISOString())
})

it("a node that takes its time dates the invoice later, and the buyer is still shown the quote's end", async () => {
  shop.lightning.latencyMs = 2 * SECOND
  const other = await shop.place(25_00n)
  await leader().askLightning()
  expect((await lightningOf(database.pool, other.id))?.expiresAt).toBe(other.expiresAt)
})

it("what is paid by Lightning is captured at once, without a block, and while the chain does not answer", async () => {
  shop.faults.outage = Number.MAX_SAFE_INTEGER
  expect(await pay()).toBe(true)
  await ask()
  await leader().processOutbox()
  expect(await stored()).toMatchObject({
    state: "confirmed",
    captured: true,
    received: invoice.due,
    surplusMinor: 0n,
  })
  expect(await shown()).toBeNull()
  expect(await pay()).toBe(false)
})

it("money on the chain ends the Lightning invoice, so that nobody pays twice", async () => {
  shop.chain.send([{ address: invoice.address, amount: invoice.due }])
  await leader().poll()
  await leader().askLightning()
  expect(await pay()).toBe(false)
  expect(await shown()).toBeNull()
})

it("a part on the chain ends it too: the rest goes to the same address", async () => {
  shop.chain.send([{ address: invoice.address, amount: satoshis(invoice.due / 2n) }])
  await leader().poll()
  await leader().askLightning()
  expect(await stored()).toMatchObject({ state: "underpaid" })
  expect(await pay()).toBe(false)
})

it("paid by Lightning and on the chain, the order is captured once, and the second payment is a surplus to return", async () => {
  await pay()
  shop.chain.send([{ address: invoice.address, amount: invoice.due }])
  await ask()
  await leader().processOutbox()
  shop.chain.mine(6)
  await leader().poll()
  expect(await stored()).toMatchObject({ state: "confirmed", captured: true, surplusMinor: 25_00n })
  expect(await reasons()).toContain("paid_twice")
  expect(shop.books.carriedOut.filter(({ kind }) => kind === "capture")).toHaveLength(1)
})

it("more than the amount is a surplus", async () => {
  await pay(150n)
  await ask()
  expect(await stored()).toMatchObject({ state: "confirmed", surplusMinor: 12_50n })
})

it("a payment that the node accepted at the quote's end counts for a minute, and later it is late", async () => {
  const { paymentHash } = await half()
  const [made] = shop.lightning.made
  if (made === undefined) expect.fail("nothing was made")
  made.settled = { at: invoice.expiresAt + 50 * SECOND, msat: invoice.due * 1000n }
  shop.chain.now = invoice.expiresAt + 62 * SECOND
  await leader().poll()
  await leader().askLightning()
  expect(await stored()).toMatchObject({ state: "confirmed" })

  const other = await shop.place(25_00n)
  await leader().askLightning()
  const late = shop.lightning.made.find(({ label }) => label === other.id) ?? expect.fail(paymentHash)
  late.settled = { at: other.expiresAt + 2 * MINUTE, msat: other.due * 1000n }
  shop.chain.now = other.expiresAt + 25 * 60 * MINUTE
  await leader().poll()
  await leader().askLightning()
  expect(await findInvoice(database.pool, "id", other.id)).toMatchObject({ state: "review" })
})

it("while the node does not answer the page shows no Lightning, and Bitcoin is paid as ever", async () => {
  shop.lightning.faults = { calls: 1, takesEffect: false }
  await ask()
  expect(await shown()).toBeNull()
  shop.chain.send([{ address: invoice.address, amount: invoice.due }])
  shop.chain.mine(1)
  await leader().poll()
  expect(await stored()).toMatchObject({ state: "confirmed" })
})

it("when the node answers again, the page shows the same Lightning invoice", async () => {
  shop.lightning.faults = { calls: 1, takesEffect: false }
  await ask()
  await ask()
  expect(await shown()).toMatchObject({ invoice: (await half()).bolt11 })
})

it("no order ends before the node was asked whether it was paid", async () => {
  await pay()
  shop.lightning.faults = { calls: Number.MAX_SAFE_INTEGER, takesEffect: false }
  shop.chain.now = invoice.expiresAt + DEFAULT_POLICY.graceMs + DEFAULT_POLICY.holdMs + MINUTE
  await leader().poll()
  await leader().poll()
  await leader().processOutbox()
  expect(shop.orders).toMatchObject([{ status: "pending" }])
  shop.lightning.faults.calls = 0
  await leader().askLightning()
  await leader().processOutbox()
  expect(await stored()).toMatchObject({ state: "confirmed", captured: true })
  expect(shop.orders).toMatchObject([{ status: "pending" }])
})

it("an order that was cancelled and then paid by Lightning is a case", async () => {
  const [order] = shop.orders
  if (order === undefined) expect.fail("no order")
  shop.lightning.canCancel = false
  await shop.cancel(order)
  expect(await pay()).toBe(true)
  await ask()
  expect(await stored()).toMatchObject({ state: "review" })
  expect(await reasons()).toContain("order_cancelled")
})

it("an invoice that the node refuses to tell about stops no other one, and is asked about and reported less and less", async () => {
  const failures: unknown[] = []
  const lightning = shop.lightning.on(database.pool, (error) => failures.push(error))
  const other = await shop.place(25_00n)
  await lightning.round()
  const { paymentHash } = await half()
  shop.lightning.refuses.add(paymentHash)
  const paid = shop.lightning.made.find(({ label }) => label === other.id) ?? expect.fail("nothing was made")
  shop.lightning.pay(paid.paymentHash, other.due * 1000n)
  for (let round = 0; round < 20; round += 1) {
    shop.chain.now += 5 * SECOND
    await lightning.round()
  }
  expect(await findInvoice(database.pool, "id", other.id)).toMatchObject({ state: "confirmed" })
  expect(failures).toHaveLength(1)
  expect(await shown()).not.toBeNull()

  shop.lightning.refuses.clear()
  shop.lightning.pay(paymentHash, invoice.due * 1000n)
  shop.chain.now += 5 * MINUTE
  await lightning.round()
  expect(await stored()).toMatchObject({ state: "confirmed" })
})

it("an invoice that a restored node does not know is shown to no buyer, and counts when a newer copy has its payment", async () => {
  await pay()
  const [newer] = shop.lightning.made
  if (newer === undefined) expect.fail("nothing was made")
  shop.lightning.made = []
  await ask()
  expect(await shown()).toBeNull()
  shop.lightning.made = [newer]
  await ask(10 * SECOND)
  expect(await stored()).toMatchObject({ state: "confirmed" })
})

const DAY = 24 * 60 * MINUTE

it("once a day, what the node settled is compared: the shop's own is captured, and a bad answer about another stops nothing", async () => {
  const other = await shop.place(25_00n)
  await leader().askLightning()
  const theirs =
    shop.lightning.made.find(({ label }) => label === other.id) ?? expect.fail("nothing was made")
  await pay()
  shop.lightning.pay(theirs.paymentHash, other.due * 1000n)
  // As if neither was ever looked at again.
  await database.pool.raw("update bitcoin_lightning_invoice set next_look_at = null")
  await database.pool.raw("update bitcoin_lightning_node set reconciled_at = now() - interval '2 days'")
  shop.lightning.refuses.add(theirs.paymentHash)
  await leader().askLightning()
  expect(await stored()).toMatchObject({ state: "confirmed" })
  expect(await lightningOf(database.pool, other.id)).toMatchObject({ settledAt: null })

  shop.lightning.refuses.clear()
  shop.chain.now += DAY
  await leader().askLightning()
  expect((await lightningOf(database.pool, other.id))?.settledAt).toBe(theirs.settled?.at)
})

it("a payment with the shop's description for an invoice that the shop does not know is a case once, and is not counted", async () => {
  const unknown = await shop.lightning.orphan(invoice.id, invoice.orderId, invoice.due)
  for (let day = 0; day < 3; day += 1) {
    shop.chain.now += day === 0 ? 0 : DAY
    await database.pool.raw("update bitcoin_lightning_node set reconciled_at = to_timestamp(0)")
    await leader().askLightning()
    await leader().poll()
  }
  const mails = await rows(
    database.pool,
    "select 1 from medusa_payments_outbox where payload->>'kind' = 'mail_case'",
  )
  expect((await database.outputs()).filter(({ txid }) => txid === unknown)).toHaveLength(1)
  expect(mails).toHaveLength(1)
  expect(await stored()).toMatchObject({ received: 0n, captured: false })
  const [details] = await shop.review.detailsOfOrder(invoice.orderId)
  expect(details).toMatchObject({ hasEarlierMoney: true })
  expect(details?.actions).toContain("explain_earlier_money")
})

it("the operator is warned while the node does not answer", async () => {
  const lightning = shop.lightning.on(database.pool)
  shop.lightning.faults = { calls: 1, takesEffect: false }
  expect(await lightning.warning()).toContain("Lightning is not offered: the model is unavailable")
  expect(await lightning.warning()).toBeNull()
})
