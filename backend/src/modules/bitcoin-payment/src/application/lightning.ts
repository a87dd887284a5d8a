import { effectsOfVerdict } from "../domain/effects"
import { evaluatePolled } from "../domain/evaluate"
import { isByLightning, type Policy } from "../domain/invoice"
import { asksByLightning, nextLookAt } from "../domain/lightning"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { Clock } from "../ports/clock"
import { LightningUnavailable, type LightningNode, type LightningStatus } from "../ports/lightning-node"
import type { Connection } from "medusa-payments/database"
import {
  dueLightningInvoices,
  type DueLightningInvoice,
  hasUnaskedLightning,
  insertLightningInvoice,
  invoicesWithoutLightning,
  recordLook,
  recordReachable,
  recordSettled,
  unsettledOf,
} from "../repository/lightning"
import { createReconciliation } from "./reconcile-lightning"
import { createBackOff, reportOnce } from "./back-off"
import { detailsOfOrder, NO_TIP, requestPolls } from "../repository/payment-review"
import { recordVerdict } from "../repository/verdicts"

/** A quote with less left is not offered: the buyer has to scan, and the payment to arrive. */
const LEAST_REST_MS = 30_000
/** So many invoices are asked about, or made, in one round. */
const MAX_PER_ROUND = 50
/** What the node can receive is asked this often. */
const STATUS_MS = 10_000

interface Parts {
  readonly db: Connection
  readonly node: LightningNode
  readonly clock: Clock
  readonly policy: Policy
  readonly minSats: bigint
  readonly maxSats: bigint
  /** What the buyer's wallet shows of an order's payment, in at most 128 characters. */
  readonly describe: (orderId: string) => Promise<string>
  /** The order that such a description names; null: it is not the shop's. */
  readonly orderOf: (description: string) => Promise<string | null>
  readonly onFailure: (error: unknown) => void
  /** Null: the node does not answer. */
  readonly onStatus: (status: LightningStatus | null) => void
}

export type Lightning = ReturnType<typeof createLightning>

/** The second rail of a quote: an invoice of the merchant's Lightning node for the same amount, until the same end. */
export function createLightning(parts: Parts) {
  const { db, node, clock, policy, minSats, maxSats } = parts
  /** Being made. */
  const offered = new Set<string>()
  const waiting = createBackOff(clock)
  const report = reportOnce(parts.onFailure)
  let asked: { readonly status: LightningStatus; readonly at: number } | null = null
  const reconcile = createReconciliation({ db, node, clock, orderOf: parts.orderOf, look, each })

  async function status(): Promise<LightningStatus> {
    const now = clock()
    if (asked !== null && now - asked.at < STATUS_MS) return asked.status
    try {
      asked = { status: await node.status(), at: now }
      parts.onStatus(asked.status)
      return asked.status
    } catch (error) {
      parts.onStatus(null)
      throw error
    }
  }

  /** A tenth is left for the channels' reserves. */
  async function maxOffered(): Promise<bigint> {
    const { receivableMsat } = await status()
    const sats = receivableMsat === "unlimited" ? maxSats : (receivableMsat * 9n) / 10_000n
    return sats < maxSats ? sats : maxSats
  }

  /** Nothing when the amount is out of bounds, or the quote is about to end. In two processes at once: the buyer sees one only. */
  async function offer(invoice: StoredInvoice): Promise<void> {
    const { id, due, expiresAt } = invoice
    const isInTime = asksByLightning(invoice) && expiresAt - clock() >= LEAST_REST_MS
    if (!isInTime || offered.has(id) || due < minSats || due > (await maxOffered())) return
    offered.add(id)
    await make(invoice).finally(() => offered.delete(id))
  }

  async function make(invoice: StoredInvoice): Promise<void> {
    const { id, orderId, due, expiresAt } = invoice
    const made = await node.create({
      sats: due,
      description: await parts.describe(orderId),
      expirySeconds: Math.floor((expiresAt - clock()) / 1000),
      label: id,
    })
    // The node dates its invoice when it makes it, a moment after it was asked: the buyer is not shown a later end than the quote's.
    const times = { createdAt: clock(), expiresAt: Math.min(made.expiresAt.getTime(), expiresAt) }
    await insertLightningInvoice(db, invoice, {
      paymentHash: made.paymentHash,
      bolt11: made.bolt11,
      expiresAt: times.expiresAt,
      nextLookAt: nextLookAt(times, times.createdAt),
    })
  }

  /** Judges an invoice by what is stored. Where the chain must be asked before, the next poll does. */
  async function judge({ id, orderId }: Pick<StoredInvoice, "id" | "orderId">): Promise<void> {
    const details = (await detailsOfOrder(db, orderId)).find(({ invoice }) => invoice.id === id)
    if (details === undefined) return
    const { invoice, outputs, tip } = details
    const chain = { height: tip?.height ?? 0, observedAt: invoice.lastPollAt }
    const needsSecondSource = invoice.requiredSources === 2 && !outputs.every(isByLightning)
    const verdict = needsSecondSource ? null : evaluatePolled(invoice, outputs, chain, policy)
    if (verdict === null) return requestPolls(db, [id])
    const effects = effectsOfVerdict(invoice, verdict, policy)
    if (!(await recordVerdict(db, invoice, verdict, tip ?? NO_TIP, effects, "a Lightning payment")))
      await judge(invoice)
  }

  /** Asks the node about a payment hash, and stores what it says. @throws LightningUnavailable */
  async function look(paymentHash: string): Promise<"settled" | "open" | "ended" | "unknown"> {
    const found = await node.find(paymentHash)
    if (found?.state !== "settled") return found?.state ?? "unknown"
    const invoice = await recordSettled(db, {
      paymentHash,
      receivedMsat: found.receivedMsat,
      settledAt: found.settledAt.getTime(),
      foundAt: clock(),
      preimage: found.preimage,
    })
    if (invoice !== null) await judge(invoice)
    return "settled"
  }

  async function lookAtDue(): Promise<void> {
    const now = clock()
    const due = await dueLightningInvoices(db, now, MAX_PER_ROUND, waiting.keys())
    await each(due, ({ paymentHash }) => paymentHash, lookAtOne)

    async function lookAtOne(one: DueLightningInvoice): Promise<void> {
      const { paymentHash, isAsked, endedAt, expiresAt } = one
      // Money came on the chain, or the order is over: it must not be paid twice.
      const mustEnd = !isAsked && endedAt === null && expiresAt > now
      const isEnded = mustEnd && (await node.cancel(paymentHash)) === "cancelled"
      const state = await look(paymentHash)
      if (state === "settled") return
      // Who restores a node from an old copy may find a newer one later.
      const isOver = isEnded || state === "unknown"
      await recordLook(db, paymentHash, isEnded ? Infinity : nextLookAt(one, now), isOver)
    }
  }

  async function offerMissing(): Promise<void> {
    const bounds = { minSats, maxSats: await maxOffered() }
    const until = clock() + LEAST_REST_MS
    const missing = await invoicesWithoutLightning(db, until, bounds, MAX_PER_ROUND, waiting.keys())
    await each(missing, ({ id }) => id, offer)
  }

  /** An answer that is of no use for one does not stop the others; it is asked for again later and later. @throws LightningUnavailable when it does not answer */
  async function each<Item>(
    items: readonly Item[],
    keyOf: (item: Item) => string,
    work: (item: Item) => Promise<void>,
  ): Promise<boolean> {
    const due = items.filter((item) => !waiting.keys().includes(keyOf(item)))
    let isComplete = due.length === items.length
    for (const item of due)
      try {
        await work(item)
        waiting.end(keyOf(item))
      } catch (error) {
        if (error instanceof LightningUnavailable && !error.isAboutOneInvoice) throw error
        isComplete = false
        if (waiting.begin(keyOf(item))) parts.onFailure(error)
      }
    return isComplete
  }

  return {
    /** At once, for the page that is open; a round makes what is still missing. */
    offer: async (invoice: StoredInvoice): Promise<void> => {
      await each([invoice], ({ id }) => id, offer).catch(report.failure)
    },
    /** Before a decision about an order that buyers, or stock, cannot take back. False: the node does not answer. */
    lookAtOrders: async (orderIds: readonly string[]): Promise<boolean> => {
      try {
        for (const paymentHash of await unsettledOf(db, orderIds)) await look(paymentHash)
        return true
      } catch (error) {
        if (error instanceof LightningUnavailable) return false
        throw error
      }
    },
    /** Why Lightning is not offered as the settings say; null: all is well. */
    warning: async (): Promise<string | null> => {
      try {
        const [most, credential] = [await maxOffered(), await node.checkCredential()]
        if (!credential.isAccepted) return `${credential.reason} ${credential.remedy}`
        if (most < minSats)
          return `${node.name} can receive ${most} satoshis, so Lightning is not offered. Get inbound liquidity.`
        return credential.warning
      } catch (error) {
        if (error instanceof LightningUnavailable) return `Lightning is not offered: ${error.message}`
        throw error
      }
    },
    /** Whether the node was not asked since the order's quotes ended: it may have been paid. */
    isUnasked: (orderId: string): Promise<boolean> => hasUnaskedLightning(db, orderId, clock()),
    /** Looks at what is due, ends what nobody is to pay, and makes what is missing. Only the process that leads calls this. */
    round: async (): Promise<void> => {
      try {
        await lookAtDue()
        await offerMissing()
        await reconcile((await status()).nodeId)
        await recordReachable(db, clock(), true)
        report.success()
      } catch (error) {
        report.failure(error)
        if (error instanceof LightningUnavailable) await recordReachable(db, clock(), false)
      }
    },
    /** Looks at once at what the node says was paid; what it forgets to tell, a round finds. Resolves when the connection is lost. */
    follow: async (onSettled: () => void, signal: AbortSignal): Promise<void> => {
      try {
        await node.follow(
          null,
          (paymentHash) => void look(paymentHash).then(onSettled, report.failure),
          signal,
        )
      } catch (error) {
        report.failure(error)
      }
    },
  }
}
