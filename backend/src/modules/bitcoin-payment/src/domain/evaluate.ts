import { countedParts } from "./arrival"
import { depthOf } from "./confirmations"
import {
  isByHand,
  isByLightning,
  isLive,
  outputKey,
  type ChainView,
  type ClosedHow,
  type Flag,
  type Invoice,
  type InvoiceState,
  type Output,
  type Policy,
  type Verdict,
} from "./invoice"
import type { TrackedOutput } from "./observe"
import { settledOf, surplusMinor } from "./refunds"
import { sumSatoshis, type Satoshis } from "./satoshis"
import { enoughFor, remainingOf } from "./tolerance"

/** Pure and total: the same facts in any order give the same verdict, so duplicates, crashes and reorganisations heal. */
export function evaluate(
  invoice: Invoice,
  outputs: readonly Output[],
  chain: ChainView,
  policy: Policy,
): Verdict {
  const live = outputs.filter(isLive)
  const isDust = live.some(({ amount }) => amount < policy.dust)
  const isEarlier = live.some(({ seenAt }) => seenAt < invoice.createdAt)
  // Parts of outputs: a replacement may have arrived in time with a part of its amount only.
  const counted = countedParts(invoice, outputs, policy)
  const startedInTime = counted.some(({ seenAt }) => seenAt <= invoice.expiresAt)
  const deadline = startedInTime ? invoice.expiresAt + policy.graceMs : invoice.expiresAt
  const inTime = counted.filter(({ seenAt }) => seenAt <= deadline)
  // Until the limit an unconfirmed payment counts. Afterwards only what a block took before it does.
  const atQuotedRate = inTime.filter(
    ({ firstBlockAt }) => (firstBlockAt ?? chain.observedAt) <= invoice.firstBlockBy,
  )

  const received = sumSatoshis(counted.map(({ amount }) => amount))
  const enough = enoughFor(invoice)
  const required = invoice.requiredConfirmations
  const depthAtQuotedRate = depthOf(atQuotedRate, enough, chain.height)
  const depthOfAll = depthOf(counted, enough, chain.height)
  const settled = settledOf(counted, chain.height, required)
  const surplus = surplusMinor({ invoice, settled })
  const isLate = inTime.length < counted.length

  const facts: Facts = {
    isOver: chain.observedAt > deadline,
    hasMoneyInTime: inTime.length > 0,
    settled,
    depthAtQuotedRate,
    depthOfAll,
    required,
  }
  const state = decide(invoice, facts)
  return {
    state,
    received,
    settled,
    surplusMinor: surplus,
    remaining: remainingOf(invoice, received),
    confirmations: depthOfAll ?? 0,
    required,
    flags: flagsOf(),
    deadline,
    inTime: newlyInTime(),
  }

  /** What was captured or returned keeps its rate, whatever the rules are later. */
  function newlyInTime(): Map<string, Satoshis> {
    const isFinal = invoice.captured || invoice.returned !== null
    const decided = new Map<string, Satoshis>()
    for (const output of live) {
      const known = output.inTime ?? null
      if (output.status === "mempool" || (isFinal && known !== null)) continue
      const parts = atQuotedRate.filter((part) => outputKey(part) === outputKey(output))
      const sats = sumSatoshis(parts.map(({ amount }) => amount))
      if (sats !== known) decided.set(outputKey(output), sats)
    }
    return decided
  }

  function flagsOf(): Flag[] {
    const flags: Flag[] = []
    if (surplus > 0n) flags.push(isPaidTwice() ? "paid_twice" : "overpaid")
    if (isEarlier) flags.push("sent_before_order")
    if (isLate) flags.push("late")
    if (atQuotedRate.length < inTime.length) flags.push("unconfirmed_too_long")
    if (new Set(counted.map(({ txid }) => txid)).size > 1) flags.push("several_transactions")
    if (isDust) flags.push("dust_ignored")
    if (outputs.some(({ status }) => status === "conflicted" || status === "gone")) flags.push("replaced")
    if (invoice.closed === "cancelled") flags.push("order_cancelled")
    if (invoice.closed === "superseded") flags.push("superseded")
    if (state === "review") flags.push(...reviewedAs())
    return flags
  }

  function isPaidTwice(): boolean {
    const byLightning = sumSatoshis(counted.filter(isByLightning).map(({ amount }) => amount))
    return byLightning >= enough && received - byLightning >= enough
  }

  /** Late money that is enough needs no further reason. */
  function reviewedAs(): Flag[] {
    if (invoice.returned !== null) return ["paid_after_refund"]
    if (invoice.captured) return ["undone_after_capture"]
    return received < enough ? ["short"] : []
  }
}

/**
 * A transaction that is missing, and not believed to be lost yet, may still come: until then only what the others pay counts,
 * and nothing expires. Null: the missing ones could change the state.
 */
export function evaluatePolled(
  invoice: Invoice,
  outputs: readonly TrackedOutput[],
  chain: ChainView,
  policy: Policy,
): Verdict | null {
  const found = outputs.filter(({ missing }) => missing === null)
  const verdict = evaluate(invoice, found, chain, policy)
  return found.length === outputs.length || PAID.has(verdict.state) ? verdict : null
}

const PAID: ReadonlySet<InvoiceState> = new Set(["seen", "confirming", "confirmed"])

export function stateWhenClosed(how: ClosedHow): InvoiceState {
  return how === "expired" ? "expired" : "cancelled"
}

interface Facts {
  readonly isOver: boolean
  readonly hasMoneyInTime: boolean
  /** What is as deep as it must be, be it enough or not, in time or not. */
  readonly settled: Satoshis
  /** The depth of money that was sent in time and in a block in time, if it is enough. */
  readonly depthAtQuotedRate: number | null
  readonly depthOfAll: number | null
  readonly required: number
}

/** The states of `docs/payments.md`, read from the top: the first line that fits decides. */
function decide(invoice: Invoice, facts: Facts): InvoiceState {
  const { depthAtQuotedRate, depthOfAll, required } = facts
  const isMarked = isByHand(invoice.accepted)
  const isAllDeep = depthOfAll !== null && depthOfAll >= required
  if (invoice.returned !== null) return facts.settled > invoice.returned ? "review" : "refunded"
  if (invoice.captured) return isMarked || isAllDeep ? "confirmed" : "review"
  if (invoice.closed !== null) {
    // Money that came in time stays with staff, whether a block has it or not.
    const isExpected = invoice.closed === "expired" && facts.hasMoneyInTime
    return isMarked || facts.settled > 0n || isExpected ? "review" : stateWhenClosed(invoice.closed)
  }
  if (isMarked || (invoice.accepted !== null && isAllDeep)) return "confirmed"
  if (depthAtQuotedRate !== null && depthAtQuotedRate >= required) return "confirmed"
  if (depthAtQuotedRate !== null && depthAtQuotedRate > 0) return "confirming"
  if (depthAtQuotedRate !== null) return "seen"
  if (!facts.isOver) return facts.hasMoneyInTime ? "underpaid" : "awaiting_payment"
  if (facts.hasMoneyInTime) return "review"
  return facts.settled > 0n ? "review" : "expired"
}
