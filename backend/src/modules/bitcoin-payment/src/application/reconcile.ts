import type { StoredInvoice } from "../domain/stored-invoice"
import { ChainUnavailable, type Observations, type Tip } from "../ports/chain-source"
import { dueInvoices, transactionsToLookUp } from "../repository/due-invoices"
import { recordPollError, requestPollsForBlock, requestPollsOfOpen } from "../repository/poll-times"
import type { LastPoll } from "../repository/wallet-polls"
import { storeAnswer, type Polling, type ReconcileParts } from "./store-answer"
import type { TipGuard } from "./tip-guard"

export interface PollResult {
  readonly startedAt: number
  /** Where the next poll continues: everything up to here is stored. */
  readonly tip: Tip | null
  /** The height of `tip`, or of the newest block while the past is searched. */
  readonly height: number
  /** The newest block's own time, in milliseconds. */
  readonly tipTime: number
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
/**
 * Stores what the chain shows, then evaluates the invoices concerned. An invoice that cannot be polled, stored or evaluated
 * keeps its error and is tried again later; the others go on. A source that follows the whole wallet continues from the tip of
 * `last`, the last successful poll. @throws ChainUnavailable without a trustworthy tip, and then nothing has changed
 */
export async function reconcile(parts: ReconcileParts, last: LastPoll, guard: TipGuard): Promise<PollResult> {
  const { db, chain, clock } = parts
  const startedAt = clock()
  const tip = await chain.tip()
  guard.check(tip, last.tip, startedAt)
  if (tip.hash !== last.tip?.hash)
    await requestPollsForBlock(db, {
      now: startedAt,
      height: tip.height,
      lastHeight: last.tip?.height ?? tip.height,
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
  const poll = { ...parts, startedAt, tip, transactions: await transactionsToLookUp(db, due, chain.sees) }
  if (chain.sees === "addresses") return pollAddresses(poll, due)
  // Only the source that told a tip can continue from there.
  return pollWallet(poll, due, isSameSource ? last : { tip: null, at: null })
}

async function pollWallet(
  polling: Polling,
  due: readonly StoredInvoice[],
  last: Pick<LastPoll, "tip" | "at">,
): Promise<PollResult> {
  const { chain, startedAt, tip, transactions } = polling
  const observations = await chain.outputsPaying({
    addresses: due.map(({ address }) => address),
    known: [...new Set([...transactions.values()].flat())],
    since: last.tip,
  })
  const { graceMs } = polling.policy
  const poll = { startedAt, height: tip.height, covers: "everything" as const, previousAt: last.at, graceMs }
  const isStored = await storeAnswer(polling, poll, due, observations)
  // What could not be stored must be told again, and so must what a search of the past finds.
  const next = chain.isRescanning?.() ? null : isStored ? tip : last.tip
  const height = next?.height ?? tip.height
  return { startedAt, tip: next, height, tipTime: tip.time, polled: due.length, failure: null }
}

/** One question for each address. What is answered is stored before the next ones are asked. */
async function pollAddresses(polling: Polling, due: readonly StoredInvoice[]): Promise<PollResult> {
  const { db, chain, policy, startedAt, tip, transactions } = polling
  const { height, time: tipTime } = tip
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
      await storeAnswer(
        polling,
        { startedAt, height, covers: "asked", previousAt: null, graceMs: policy.graceMs },
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
      if (!isThrottled) await recordPollError(db, batch[index]?.id ?? "", startedAt, error, policy)
      if (isThrottled || failuresInARow >= MAX_FAILURES_IN_A_ROW)
        return { startedAt, tip, height, tipTime, polled, failure: error }
      polling.onFailure(error)
    }
  }
  return { startedAt, tip, height, tipTime, polled, failure: null }
}

function merged(observations: readonly Observations[]): Observations {
  return {
    present: observations.flatMap(({ present }) => present),
    lost: observations.flatMap(({ lost }) => lost),
  }
}
