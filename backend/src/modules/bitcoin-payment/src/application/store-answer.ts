import { DISPUTE_CASE_AFTER, evaluateByTwo } from "../domain/agreement"
import { effectsOfVerdict } from "../domain/effects"
import { evaluatePolled } from "../domain/evaluate"
import { isByLightning, isLive, type Policy, type Verdict } from "../domain/invoice"
import type { TrackedOutput } from "../domain/observe"
import { HOT, nextPollAt, WARM } from "../domain/poll-schedule"
import { heldUntil } from "../domain/reservation"
import type { StoredInvoice } from "../domain/stored-invoice"
import {
  ChainUnavailable,
  type ChainSource,
  type ChainTip,
  type Observations,
  type Txid,
} from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import { notifyPaymentChanged, type Connection } from "medusa-payments/database"
import { readPolledInvoice, recordObservations, type Poll, type PolledInvoice } from "../repository/outputs"
import { recordPollError, schedulePolls } from "../repository/poll-times"
import { recordDispute, recordVerdict } from "../repository/verdicts"

export interface ReconcileParts {
  readonly db: Connection
  readonly chain: ChainSource
  readonly clock: Clock
  readonly policy: Policy
  readonly onFailure: (error: unknown) => void
}

export interface Polling extends ReconcileParts {
  readonly startedAt: number
  readonly tip: ChainTip
  /** By invoice, also of some that are not due: every one needs an answer. */
  readonly transactions: ReadonlyMap<string, readonly Txid[]>
}

/** One of two sources may know of a payment this much later than the other. */
const LATE_MS = 60_000

/** Each waits for the database most of its time. A block may pay hundreds of invoices, and no other poll runs meanwhile. */
const EVALUATED_AT_ONCE = 4

/** Stores an answer and evaluates what it is about; if that fails, address by address. @returns whether all is stored */
export async function storeAnswer(
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
    const parts = partsOf(polling, asked, observations)
    if (parts.length < 2) {
      polling.onFailure(error)
      for (const { id } of asked) await recordPollError(db, id, polling.startedAt, error, polling.policy)
      return false
    }
    let isAllStored = true
    for (const { own, part } of parts)
      isAllStored = (await storeAnswer(polling, poll, own, part)) && isAllStored
    return isAllStored
  }
  await evaluateInvoices(polling, asked, polled)
  return true
}

/** An answer by address, and by lost transaction where no invoice was asked about it. */
function partsOf(
  { transactions }: Polling,
  asked: readonly StoredInvoice[],
  { present, lost }: Observations,
): { own: StoredInvoice[]; part: Observations }[] {
  const addresses = new Set([...asked, ...present].map(({ address }) => address))
  const knownTo = (invoices: readonly StoredInvoice[]) =>
    new Set(invoices.flatMap(({ id }) => transactions.get(id) ?? []))
  const byAddress = [...addresses].map((address) => {
    const own = asked.filter((invoice) => invoice.address === address)
    const known = knownTo(own)
    const part = {
      present: present.filter((output) => output.address === address),
      lost: lost.filter(({ txid }) => known.has(txid)),
    }
    return { own, part }
  })
  const known = knownTo(asked)
  const others = lost.filter(({ txid }) => !known.has(txid))
  return [...byAddress, ...others.map((each) => ({ own: [], part: { present: [], lost: [each] } }))]
}

async function evaluateInvoices(
  polling: Polling,
  asked: readonly StoredInvoice[],
  polled: readonly PolledInvoice[],
): Promise<void> {
  const { db, startedAt } = polling
  const next = new Map(asked.map(({ id }) => [id, startedAt + HOT]))
  const evaluateOne = async ({ invoice, outputs }: PolledInvoice): Promise<void> => {
    try {
      // A payment that waits in the mempool is in every answer; the second source is asked when it is due.
      if (invoice.dispute !== null && !next.has(invoice.id)) return
      next.set(invoice.id, await storeVerdict(polling, invoice, outputs))
    } catch (error) {
      next.delete(invoice.id)
      polling.onFailure(error)
      await recordPollError(db, invoice.id, startedAt, error, polling.policy)
    }
  }
  for (let start = 0; start < polled.length; start += EVALUATED_AT_ONCE) {
    const batch = polled.slice(start, start + EVALUATED_AT_ONCE)
    // None goes on after the poll has failed.
    const ended = await Promise.allSettled(batch.map(evaluateOne))
    const failed = ended.find((each) => each.status === "rejected")
    if (failed !== undefined) throw failed.reason
  }
  await schedulePolls(
    db,
    startedAt,
    [...next].map(([id, at]) => ({ id, at })),
  )
  // Who requested the poll waits for its end, also where it changed nothing.
  const requested = asked.filter(({ isPollRequested }) => isPollRequested).map(({ orderId }) => orderId)
  for (const orderId of new Set(requested)) await notifyPaymentChanged(db, orderId)
}

/** Evaluates an invoice and stores the verdict where it changed. @returns when the invoice is polled again */
async function storeVerdict(
  polling: Polling,
  invoice: StoredInvoice,
  outputs: readonly TrackedOutput[],
): Promise<number> {
  const { db, chain, policy, startedAt, tip } = polling
  const verdict = await decide(polling, invoice, outputs)
  const recheckAt = nextRecheck(invoice, outputs, verdict, startedAt)
  if (verdict === null) return recheckAt
  const effects = effectsOfVerdict(invoice, verdict, policy)
  if (
    !differs(invoice, verdict) ||
    (await recordVerdict(db, invoice, verdict, tip, effects, "a poll of the chain"))
  )
    return Math.min(
      recheckAt,
      nextPollAt({ ...invoice, ...verdict, heldUntil: heldUntil(invoice, policy) }, startedAt, chain.sees),
    )
  // Its order was closed, captured or decided about since the facts were stored: they may mean something else now.
  const current = await readPolledInvoice(db, invoice.id)
  // After another process polled it, its facts are not those of this tip.
  return current.invoice.lastPollAt > startedAt
    ? startedAt + HOT
    : storeVerdict(polling, current.invoice, current.outputs)
}

/** Asks the second source, if two are needed, before anything changes. Null: a transaction is missing, or no agreement. */
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
    const known = outputs.filter((output) => isLive(output) && !isByLightning(output)).map(({ txid }) => txid)
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

/** One miss may be a hiccup, and one source may hear of a payment seconds later: asked again at once. What stays takes a block. */
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
    invoice.settled !== verdict.settled ||
    invoice.surplusMinor !== verdict.surplusMinor ||
    invoice.confirmations !== verdict.confirmations ||
    verdict.inTime.size > 0 ||
    invoice.dispute !== null
  )
}
