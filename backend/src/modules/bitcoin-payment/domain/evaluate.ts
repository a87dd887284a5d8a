import { confirmationsOf, depthOf, requiredConfirmations } from "./confirmations"
import type { ChainView, Flag, Invoice, InvoiceState, Output, Policy, Verdict } from "./invoice"
import { lessSatoshis, sumSatoshis, type Satoshis } from "./satoshis"

/**
 * What an invoice's facts mean. Pure and total: the same facts in any order give the same verdict, so
 * duplicates, crashes, replacements and reorganisations heal by looking again.
 */
export function evaluate(
  invoice: Invoice,
  outputs: readonly Output[],
  chain: ChainView,
  policy: Policy,
): Verdict {
  const live = outputs.filter(({ status }) => status === "mempool" || status === "confirmed")
  const counted = live.filter(({ amount }) => amount >= policy.dust)
  const startedInTime = counted.some(({ seenAt }) => seenAt <= invoice.expiresAt)
  const deadline = startedInTime ? invoice.expiresAt + policy.graceMs : invoice.expiresAt
  const inTime = counted.filter(({ seenAt }) => seenAt <= deadline)

  const received = sumSatoshis(counted.map(({ amount }) => amount))
  const enough = typeof invoice.accepted === "bigint" ? invoice.accepted : invoice.due - policy.tolerance
  const required = requiredConfirmations(invoice.pricePence, policy)
  const depthInTime = depthOf(inTime, enough, chain.height)
  const depthOfAll = depthOf(counted, enough, chain.height)
  const isLate = inTime.length < counted.length

  const facts: Facts = {
    isOver: chain.observedAt > deadline,
    hasMoneyInTime: inTime.length > 0,
    received,
    hasDeepMoney: counted.some((output) => confirmationsOf(output, chain.height) >= required),
    depthInTime,
    depthOfAll,
    required,
  }
  const state = decide(invoice, facts)
  return {
    state,
    received,
    remaining: lessSatoshis(invoice.due, received),
    confirmations: depthOfAll ?? 0,
    required,
    flags: flagsOf(),
    deadline,
  }

  function flagsOf(): Flag[] {
    const flags: Flag[] = []
    if (received > invoice.due) flags.push("overpaid")
    if (isLate) flags.push("late")
    if (new Set(counted.map(({ txid }) => txid)).size > 1) flags.push("several_transactions")
    if (counted.length < live.length) flags.push("dust_ignored")
    if (outputs.some(({ status }) => status === "conflicted" || status === "gone")) flags.push("replaced")
    if (invoice.captured && state === "review") flags.push("undone_after_capture")
    return flags
  }
}

interface Facts {
  readonly isOver: boolean
  readonly hasMoneyInTime: boolean
  readonly received: Satoshis
  /** Any money is as deep as it must be, be it enough or not, in time or not. */
  readonly hasDeepMoney: boolean
  readonly depthInTime: number | null
  readonly depthOfAll: number | null
  readonly required: number
}

/** The transition table of `docs/payments.md`, read from the top: the first line that fits decides. */
function decide(invoice: Invoice, facts: Facts): InvoiceState {
  const { depthInTime, depthOfAll, required } = facts
  const isByHand = invoice.accepted === "by_hand"
  const isAllDeep = depthOfAll !== null && depthOfAll >= required
  if (invoice.returned !== null)
    return facts.received > invoice.returned && facts.hasDeepMoney ? "review" : "refunded"
  if (invoice.captured) return isByHand || isAllDeep ? "confirmed" : "review"
  if (invoice.closed !== null) return isByHand || facts.hasDeepMoney ? "review" : invoice.closed
  if (isByHand || (invoice.accepted !== null && isAllDeep)) return "confirmed"
  if (depthInTime !== null && depthInTime >= required) return "confirmed"
  if (depthInTime !== null && depthInTime > 0) return "confirming"
  if (depthInTime !== null) return "seen"
  if (!facts.isOver) return facts.hasMoneyInTime ? "underpaid" : "awaiting_payment"
  if (facts.hasMoneyInTime) return "review"
  return facts.hasDeepMoney ? "review" : "expired"
}
