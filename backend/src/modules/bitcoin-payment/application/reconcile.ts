import { DISPUTE_CASE_AFTER, evaluateByTwo } from "../domain/agreement"
import { effectsOfVerdict } from "../domain/effects"
import { evaluatePolled } from "../domain/evaluate"
import { isLive, type Policy, type Verdict } from "../domain/invoice"
import type { TrackedOutput } from "../domain/observe"
import { HOT, nextPollAt, WARM } from "../domain/poll-schedule"
import type { StoredInvoice } from "../domain/stored-invoice"
import {
  ChainUnavailable,
  type ChainSource,
  type ChainTip,
  type Observations,
  type Tip,
  type Txid,
} from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import type { Connection } from "../repository/database"
import { dueInvoices, liveTransactions } from "../repository/due-invoices"
import { recordDispute, recordVerdict } from "../repository/invoices"
import { recordObservations, type Poll, type PolledInvoice } from "../repository/outputs"
import {
  recordPollError,
  requestPollsForBlock,
  requestPollsOfOpen,
  schedulePolls,
} from "../repository/poll-times"
import type { LastPoll } from "../repository/wallet-polls"
import type { TipGuard } from "./tip-guard"

export interface ReconcileParts {
  readonly db: Connection
  readonly chain: ChainSource
  readonly clock: Clock
  readonly policy: Policy
  readonly onFailure: (error: unknown) => void
}

export interface PollResult {
  readonly startedAt: number
  /** Where the next poll continues: everything up to here is stored. */
  readonly tip: Tip | null
  /** The newest block's own time, in milliseconds. */
  readonly tipTime: number
  /** How many invoices were polled. */
  readonly polled: number
  /** Why the source did not answer for all that were due. What it answered before is stored. */
  readonly failure: ChainUnavailable | null
}

/** At most this many invoices in one poll, whatever the source's budget. */
const MAX_PER_POLL = { addresses: 50, everything: 1000 }
/** Invoices that are asked for at the same time and stored in one transaction. */
const BATCH = 5
/** So many invoices in a row without an answer, and the source counts as unavailable. */
const MAX_FAILURES_IN_A_ROW = 3
/** One of two sources may know of a payment this much later than the other. */
const LATE_MS = 60_000

/**
 * One poll of the chain: stores what it shows, then evaluates the invoices concerned. An invoice that cannot be polled,
 * stored or evaluated keeps its error and is tried again later; the others go on.
 * @param last the last successful poll; a source that follows the whole wallet continues from its tip
 * @throws ChainUnavailable without a trustworthy tip, and then nothing has changed
 */
export async function reconcile(parts: ReconcileParts, last: LastPoll, guard: TipGuard): Promise<PollResult> {
  const { db, chain, clock } = parts
  const startedAt = clock()
  const tip = await chain.tip()
  guard.check(tip, last.tip, startedAt)
  if (tip.hash !== last.tip?.hash)
    await requestPollsForBlock(db, {
      now: startedAt,
      isNext: tip.previousHash !== null && tip.previousHash === last.tip?.hash,
      sees: chain.sees,
    })
  // What another kind of source would have left until its deadline.
  const isSameSource = last.source === chain.name
  if (!isSameSource && chain.sees === "addresses") await requestPollsOfOpen(db, startedAt)
  // A shop with one source needs one only, whatever it had before.
  const sources = chain.hasSecondOpinion?.() === false ? 1 : 2
  const limit = Math.min(MAX_PER_POLL[chain.sees], chain.requestsAvailable?.() ?? Infinity)
  const due = limit < 1 ? [] : await dueInvoices(db, startedAt, limit, parts.policy, sources)
  const poll = { ...parts, startedAt, tip, transactions: await liveTransactions(db, due) }
  if (chain.sees === "addresses") return pollAddresses(poll, due)
  // Only the source that told a tip can continue from there.
  return pollWallet(poll, due, isSameSource ? last : { tip: null, at: null })
}

interface Polling extends ReconcileParts {
  readonly startedAt: number
  readonly tip: ChainTip
  /** By invoice: every one needs an answer. */
  readonly transactions: ReadonlyMap<string, readonly Txid[]>
}

/** One question for the whole wallet. */
async function pollWallet(
  polling: Polling,
  due: readonly StoredInvoice[],
  last: Pick<LastPoll, "tip" | "at">,
): Promise<PollResult> {
  const { chain, startedAt, tip, transactions } = polling
  const observations = await chain.outputsPaying({
    addresses: due.map(({ address }) => address),
    known: [...transactions.values()].flat(),
    since: last.tip,
  })
  const poll = { startedAt, height: tip.height, covers: "everything" as const, previousAt: last.at }
  const isStored = await store(polling, poll, due, observations)
  // What could not be stored must be told again, and so must what a search of the past finds.
  const next = chain.isRescanning?.() ? null : isStored ? tip : last.tip
  return { startedAt, tip: next, tipTime: tip.time, polled: due.length, failure: null }
}

/** One question for each address. What is answered is stored before the next ones are asked. */
async function pollAddresses(polling: Polling, due: readonly StoredInvoice[]): Promise<PollResult> {
  const { db, chain, startedAt, tip, transactions } = polling
  let polled = 0
  let failuresInARow = 0
  for (let start = 0; start < due.length; start += BATCH) {
    const batch = due.slice(start, start + BATCH)
    const answers = await Promise.allSettled(
      batch.map(({ id, address }) =>
        chain.outputsPaying({ addresses: [address], known: transactions.get(id) ?? [], since: null }),
      ),
    )
    const answered = batch.filter((_, index) => answers[index]?.status === "fulfilled")
    const observations = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []))
    if (answered.length > 0)
      await store(
        polling,
        { startedAt, height: tip.height, covers: "asked", previousAt: null },
        answered,
        merged(observations),
      )
    polled += answered.length
    for (const [index, answer] of answers.entries()) {
      if (answer.status === "fulfilled") {
        failuresInARow = 0
        continue
      }
      const error: unknown = answer.reason
      if (!(error instanceof ChainUnavailable)) throw error
      failuresInARow += 1
      // A source that asks for a pause says nothing about this invoice.
      const isThrottled = error.retryAfterMs !== null
      if (!isThrottled) await recordPollError(db, batch[index]?.id ?? "", startedAt, error)
      if (isThrottled || failuresInARow >= MAX_FAILURES_IN_A_ROW)
        return { startedAt, tip, tipTime: tip.time, polled, failure: error }
      polling.onFailure(error)
    }
  }
  return { startedAt, tip, tipTime: tip.time, polled, failure: null }
}

function merged(observations: readonly Observations[]): Observations {
  return {
    present: observations.flatMap(({ present }) => present),
    lost: observations.flatMap(({ lost }) => lost),
  }
}

/** Stores an answer and evaluates what it is about; if that fails, address by address. @returns whether all is stored */
async function store(
  polling: Polling,
  poll: Omit<Poll, "asked">,
  asked: readonly StoredInvoice[],
  observations: Observations,
): Promise<boolean> {
  const { db } = polling
  let polled: PolledInvoice[]
  try {
    polled = await recordObservations(db, { ...poll, asked }, observations)
  } catch (error) {
    const addresses = new Set([
      ...asked.map(({ address }) => address),
      ...observations.present.map(({ address }) => address),
    ])
    // With one there is nothing to separate.
    if (addresses.size < 2) {
      polling.onFailure(error)
      for (const { id } of asked) await recordPollError(db, id, polling.startedAt, error)
      return false
    }
    let isAllStored = true
    for (const address of addresses) {
      const own = asked.filter((invoice) => invoice.address === address)
      const known = new Set(own.flatMap(({ id }) => polling.transactions.get(id) ?? []))
      const part = {
        present: observations.present.filter((output) => output.address === address),
        lost: observations.lost.filter(({ txid }) => known.has(txid)),
      }
      isAllStored = (await store(polling, poll, own, part)) && isAllStored
    }
    return isAllStored
  }
  await judge(polling, asked, polled)
  return true
}

async function judge(
  polling: Polling,
  asked: readonly StoredInvoice[],
  polled: readonly PolledInvoice[],
): Promise<void> {
  const { db, chain, policy, startedAt, tip } = polling
  const next = new Map(asked.map(({ id }) => [id, startedAt + HOT]))
  for (const { invoice, outputs } of polled) {
    try {
      // A payment that waits in the mempool is in every answer; the second source is asked when it is due.
      if (invoice.dispute !== null && !next.has(invoice.id)) continue
      const verdict = await decide(polling, invoice, outputs)
      const recheckAt = nextRecheck(invoice, outputs, verdict, startedAt)
      if (verdict === null) {
        next.set(invoice.id, recheckAt)
        continue
      }
      if (differs(invoice, verdict)) {
        const effects = effectsOfVerdict(invoice, verdict, policy)
        // A stale version loses here, and the next poll evaluates the same facts again.
        const isStored = await recordVerdict(db, invoice, verdict, tip, effects, "a poll of the chain")
        if (!isStored) continue
      }
      next.set(invoice.id, Math.min(recheckAt, nextPollAt({ ...invoice, ...verdict }, startedAt, chain.sees)))
    } catch (error) {
      next.delete(invoice.id)
      polling.onFailure(error)
      await recordPollError(db, invoice.id, startedAt, error)
    }
  }
  await schedulePolls(
    db,
    startedAt,
    [...next].map(([id, at]) => ({ id, at })),
  )
}

/**
 * What the poll decides about an invoice. If it needs two sources, the second is asked before anything changes.
 * @returns null when it is not decided: a transaction is missing, or the sources differ, or the second does not answer
 */
async function decide(
  { db, chain, policy, startedAt, tip }: Polling,
  invoice: StoredInvoice,
  outputs: readonly TrackedOutput[],
): Promise<Verdict | null> {
  const view = { height: tip.height, observedAt: startedAt }
  const verdict = evaluatePolled(invoice, outputs, view, policy)
  const isDecisive = verdict?.state !== invoice.state || verdict.received !== invoice.received
  if (chain.secondOpinion === undefined || invoice.requiredSources === 1) return verdict
  if (verdict === null || (!isDecisive && invoice.dispute === null)) return verdict
  try {
    const known = outputs.filter(isLive).map(({ txid }) => txid)
    const second = await chain.secondOpinion(invoice.address, [...new Set(known)])
    const agreement = evaluateByTwo(invoice, { source: chain.name, outputs }, second, view, policy)
    if ("verdict" in agreement) return agreement.verdict
    const isLasting = invoice.dispute !== null && startedAt - invoice.dispute.since >= DISPUTE_CASE_AFTER
    await recordDispute(db, invoice, agreement.dispute, startedAt, isLasting)
  } catch (error) {
    // It waits; the poll's record names the source that is unavailable.
    if (!(error instanceof ChainUnavailable)) throw error
  }
  return null
}

/**
 * A transaction that was missed for the first time may be a hiccup, and one source may hear of a payment some seconds
 * later: asked again at once. What stays so takes a block or more.
 */
function nextRecheck(
  { dispute }: StoredInvoice,
  outputs: readonly TrackedOutput[],
  verdict: Verdict | null,
  now: number,
): number {
  const missed = outputs.flatMap(({ missing }) => (missing === null ? [] : [missing.since]))
  if (missed.length > 0) return now + (missed.includes(now) ? HOT : WARM)
  if (verdict !== null) return Infinity
  return now + (dispute === null || now - dispute.since < LATE_MS ? HOT : WARM)
}

function differs(invoice: StoredInvoice, verdict: Verdict): boolean {
  return (
    invoice.state !== verdict.state ||
    invoice.received !== verdict.received ||
    invoice.confirmations !== verdict.confirmations ||
    invoice.dispute !== null
  )
}
