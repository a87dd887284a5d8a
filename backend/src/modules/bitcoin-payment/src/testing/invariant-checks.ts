import { expect } from "vitest"
import { evaluate, evaluatePolled } from "../domain/evaluate"
import { DEFAULT_POLICY } from "../domain/policy"
import { quoteSatoshis } from "../domain/quote"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { ModelDatabase } from "./model-database"
import type { ModelShop } from "./model-shop"
import type { Coin } from "./model-source"
import { withoutIds } from "./random-histories"

// Written again from the specification, not taken from the code.
const requiredDepth = (pence: bigint) => (pence < 10_000n ? 1 : pence < 100_000n ? 3 : 6)
const worth = (coins: readonly Coin[]) => coins.reduce((sum, { amount }) => sum + amount, 0n)
/** What pays an invoice: all but 5 pence of it, and but 1 % at most. */
const enoughOf = ({ due, rate }: StoredInvoice) => {
  const fivePence = 500_000_000n / BigInt(Math.round(Number(rate) * 100))
  return due - (fivePence < due / 100n ? fivePence : due / 100n)
}
const notDust = (coins: readonly Coin[]) => coins.filter(({ amount }) => amount >= 294n)

/** What Lightning settles is as final as the deepest block. */
const lightningCoins = ({ lightning }: ModelShop, invoiceId: string): Coin[] =>
  lightning.paidFor(invoiceId).map((amount) => ({ amount, depth: 100 }))

/** What the chain and the Lightning node hold for an invoice now. */
function coinsOf(shop: ModelShop, { id, address }: StoredInvoice): Coin[] {
  const { chain } = shop
  const live = chain.transactions().filter(({ txid }) => chain.isLive(txid))
  const onChain = live.flatMap(({ txid, outputs }) =>
    outputs
      .filter((output) => output.address === address)
      .map(({ amount }) => ({ amount, depth: chain.depthOf(txid) })),
  )
  return [...notDust(onChain), ...lightningCoins(shop, id)]
}

/** The most confirmations that coins worth `enough` all have; 0 when they are not worth that much. */
function depthOfPayment(coins: readonly Coin[], enough: bigint): number {
  const depths = coins
    .map(({ depth }) => depth)
    .filter((wanted) => worth(coins.filter(({ depth }) => depth >= wanted)) >= enough)
  return Math.max(0, ...depths)
}

/** A poll stores how it went; one that has nothing to ask succeeds. */
const BOOKKEEPING: Parameters<ModelDatabase["snapshot"]>[0] = {
  bitcoin_wallet: [
    ...[
      "last_failure",
      "failing_since",
      "last_poll_at",
      "tip_height",
      "tip_hash",
      "tip_time",
      "tip_source",
      "polled_by",
    ],
    "updated_at",
  ],
  bitcoin_lightning_node: "all",
  bitcoin_invoice: ["next_poll_at", "poll_failures", "poll_error"],
  bitcoin_claim: ["verdict", "checks", "next_check_at", "updated_at"],
}

export async function holdsNow(shop: ModelShop): Promise<void> {
  const invoices = await shop.database.invoices()
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))

  const addresses = invoices.map(({ address }) => address)
  expect(new Set(addresses).size, "2: an address belongs to one invoice").toBe(addresses.length)
  expect(
    invoices.map(({ addressIndex }) => addressIndex),
    "2: no gap, because a wallet stops looking after 20 unused addresses",
  ).toEqual(addresses.map((_, index) => index))

  const confirmed = new Set<string>()
  for (const { invoiceId, state, truth, pollStartedAt, asked } of shop.verdicts) {
    const invoice = byId.get(invoiceId)
    if (!invoice) expect.fail(`A verdict on ${invoiceId}, which is not stored`)
    if (state === "confirmed") {
      confirmed.add(invoiceId)
      const coins = [...notDust(truth.get(invoice.address) ?? []), ...lightningCoins(shop, invoiceId)]
      const deep = coins.filter(({ depth }) => depth >= requiredDepth(invoice.priceMinor))
      expect(
        worth(deep),
        "3: confirmed means distinct outputs, deep enough, worth what is due, but for what wallets round",
      ).toBeGreaterThanOrEqual(enoughOf(invoice))
    }
    if (state === "expired") {
      expect(pollStartedAt, "6: expires only by a poll after its end").toBeGreaterThan(invoice.expiresAt)
      expect(
        asked?.has(invoice.address) ?? true,
        "6: expires only by a poll that asked for its address",
      ).toBe(true)
    }
  }
  for (const { capturedFor, changes } of shop.orders) {
    expect(new Set(capturedFor).size, "4: a payment is captured once").toBe(capturedFor.length)
    expect(
      capturedFor.length,
      "4: an order is captured once, and once more for each change",
    ).toBeLessThanOrEqual(1 + changes)
    for (const id of capturedFor) expect(confirmed, "3: captured only when confirmed").toContain(id)
  }
  for (const { closed, captured } of invoices)
    if (closed === "superseded")
      expect(captured, "4: money for an order that is paid in another way is not captured").toBe(false)
  const effects = shop.books.carriedOut.map(({ kind, invoiceId }) => `${kind} ${invoiceId}`)
  expect(new Set(effects).size, "4: each effect happens at most once").toBe(effects.length)
  for (const { kind, invoiceId } of shop.books.carriedOut)
    if (kind === "mail_confirmed")
      expect(effects.indexOf(`capture ${invoiceId}`), "4: 'paid' is mailed after the capture").toBeLessThan(
        effects.indexOf(`mail_confirmed ${invoiceId}`),
      )

  const versions = shop.verdicts.map(({ invoiceId, version }) => `${invoiceId} ${version}`)
  expect(new Set(versions).size, "7: of two verdicts on one version, one loses").toBe(versions.length)

  for (const row of [...invoices, ...(await shop.database.outputs())])
    for (const value of Object.values(row))
      if (typeof value === "number") expect(Number.isSafeInteger(value), "11: integers only").toBe(true)

  for (const placed of shop.placed) {
    const { address, due, tolerance, priceMinor, rate, rateSource, rateAt, expiresAt } = placed
    expect(byId.get(placed.id), "12: a quote never changes once issued").toMatchObject({
      ...{ address, due, tolerance, priceMinor, rate, rateSource, rateAt, expiresAt },
    })
    expect(due, "12: a quote is the price at the rate of that moment").toBe(quoteSatoshis(priceMinor, placed))
  }
}

/** Twenty histories and four requests to follow them. */
const ADDRESS_REQUESTS = 24

/** While the source does not answer, nothing changes, however long it takes and whichever process starts again. */
export async function silenceChangesNothing(shop: ModelShop): Promise<void> {
  const before = await shop.database.snapshot(BOOKKEEPING)
  const [watcher, newcomer] = shop.processes
  for (const pause of [60_000, 3_600_000, 86_400_000]) {
    shop.faults.outage = Number.MAX_SAFE_INTEGER
    // Silent from the start, or only after the tip.
    for (const answers of [0, 1, 2]) {
      shop.faults.answers = answers
      shop.chain.now += pause
      const isSuccessful = await watcher.poll()
      if (answers === 0) expect(isSuccessful, "6: the poll fails").toBe(false)
    }
    // A first poll verifies addresses before it asks for the tip and the outputs.
    for (const answers of [2, ADDRESS_REQUESTS, ADDRESS_REQUESTS + 2]) {
      newcomer.restart()
      shop.faults.answers = answers
      const isSuccessful = await newcomer.poll()
      if (answers < ADDRESS_REQUESTS) expect(isSuccessful, "6: the first poll fails").toBe(false)
    }
  }
  expect(await shop.database.snapshot(BOOKKEEPING), "6: an outage changes nothing").toEqual(before)
  shop.faults.answers = 0
}

/** More blocks than any payment of a history needs. */
const BLOCKS_TO_FOLLOW = 7

/**
 * No output stays below its required confirmations without another look at the next block, whatever its order came to:
 * the polls alone, without a request for one, store what the chain holds and what it means.
 */
export async function everyBlockIsFollowed(shop: ModelShop): Promise<void> {
  const { chain, database } = shop
  const [leader] = shop.processes
  Object.assign(shop.faults, { outage: 0, hiccups: 0, lags: 0 })
  leader.restart()
  for (let block = 0; block < BLOCKS_TO_FOLLOW; block += 1) {
    chain.mine(1)
    // The second one confirms what the first one missed.
    for (const _ of [1, 2]) expect(await leader.poll()).toBe(true)
    const outputs = await database.outputs()
    for (const invoice of await database.invoices()) {
      const own = outputs.filter(({ invoiceId }) => invoiceId === invoice.id)
      for (const { txid, status, height, missing } of own) {
        const isTracked = status === "mempool" || status === "confirmed"
        if (!isTracked || missing !== null || chain.depthOf(txid) > invoice.requiredConfirmations) continue
        expect(chain.isLive(txid), "what was replaced or undone is not counted").toBe(true)
        expect(chain.reported(txid), "a new block is noticed").toMatchObject({ status, height })
      }
      const view = { height: chain.tip.height, observedAt: invoice.lastPollAt }
      const verdict = evaluatePolled(invoice, own, view, DEFAULT_POLICY)
      if (verdict === null) continue
      const { state, received } = verdict
      // With two sources nothing that both show expires.
      const isByPerson = state === "expired" && invoice.requiredSources === 2 && invoice.state === "review"
      expect(invoice, "what a block means is stored").toMatchObject({
        received,
        state: isByPerson ? "review" : state,
      })
    }
  }
}

/** Captures less refunds and credits are what an order costs, or a buyer is asked for exactly the rest, or the rest is theirs. */
export async function isAskedForWhatIsDue(shop: ModelShop): Promise<void> {
  for (const order of shop.orders) {
    if (order.status === "canceled") continue
    const open = await shop.openPayments(order)
    const asked = open.filter(({ isUnderWay }) => !isUnderWay).map(({ amountMinor }) => amountMinor)
    if (open.length > asked.length || order.changes === 0) continue
    const due = order.dueMinor > 0n ? [order.dueMinor] : []
    expect(asked, `what is asked for ${order.id}, of which ${order.dueMinor} is due`).toEqual(due)
  }
}

export async function singleMissChangesNothing(shop: ModelShop): Promise<void> {
  const gone = async () => (await shop.database.outputs()).filter(({ status }) => status === "gone")
  const facts = async () => ({ transitions: await withoutIds(shop), gone: await gone() })
  const before = await facts()
  shop.faults.hiccups = 1
  await shop.processes[0].poll()
  expect(await facts(), "6: one miss is not believed").toEqual(before)
}

export async function holdsWhenSettled(shop: ModelShop): Promise<void> {
  const { chain } = shop
  const invoices = await shop.database.invoices()
  const outputs = await shop.database.outputs()
  for (const invoice of invoices) {
    const view = { height: chain.tip.height, observedAt: invoice.lastPollAt }
    const own = outputs.filter(({ invoiceId }) => invoiceId === invoice.id)
    const { state, received, confirmations } = evaluate(invoice, own, view, DEFAULT_POLICY)
    expect(invoice, "7: the state is what the facts say").toMatchObject({ state, received, confirmations })
    // A reorganisation can put a block with the payment at a height that the chain had before the order: a case, not credited.
    if (own.some(({ seenAt }) => seenAt < invoice.createdAt)) continue
    const coins = coinsOf(shop, invoice)
    expect(received, "7: the facts are what the chain says").toBe(worth(coins))
    expect(confirmations, "7: the depth is what the chain says").toBe(
      depthOfPayment(coins, enoughOf(invoice)),
    )
  }
  const onChain = chain
    .transactions()
    .filter(({ txid }) => chain.isLive(txid))
    .flatMap((transaction) => transaction.outputs)
    .filter(({ amount }) => amount >= 294n)
    .reduce((sum, { amount }) => sum + amount, 0n)
  const byLightning = worth(invoices.flatMap(({ id }) => lightningCoins(shop, id)))
  const sent = onChain + byLightning
  const credited = invoices.reduce((sum, { received }) => sum + received, 0n)
  const isEarlier = ({ seenAt, invoiceId }: (typeof outputs)[number]) =>
    invoices.some(({ id, createdAt }) => id === invoiceId && seenAt < createdAt)
  if (outputs.some(isEarlier))
    expect(credited, "8: no satoshi is credited that is not on our addresses").toBeLessThanOrEqual(sent)
  else expect(credited, "8: the satoshis credited are those on our addresses and of our node").toBe(sent)

  for (const { status, capturedFor, reserved, released } of shop.orders) {
    if (capturedFor.length > 0) expect(status, "9: a paid order is not cancelled").toBe("pending")
    expect(reserved, "10: stock is reserved once").toBe(1)
    expect(released, "10: stock is released once").toBe(status === "canceled" ? 1 : 0)
  }
  for (const { kind, invoiceId, orderId } of shop.books.carriedOut)
    if (kind === "cancel") {
      const quotes = invoices.filter((invoice) => invoice.orderId === orderId)
      const newest = quotes.sort((one, other) => other.addressIndex - one.addressIndex)[0]
      expect(newest?.id, "9: an order ends with its newest invoice").toBe(invoiceId)
    }
}
