import { effectsFor } from "../domain/effects"
import { evaluate } from "../domain/evaluate"
import type { Policy, Verdict } from "../domain/invoice"
import type { StoredInvoice } from "../domain/stored-invoice"
import type { ChainSource, Tip } from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import type { Connection } from "../repository/database"
import { recordVerdict } from "../repository/invoices"
import { liveTransactions, recordObservations } from "../repository/outputs"
import { invoicesToPoll, type LastPoll } from "../repository/polling"

export interface ReconcileParts {
  readonly db: Connection
  readonly chain: ChainSource
  readonly clock: Clock
  readonly policy: Policy
}

/**
 * One poll of the chain: stores what it shows, then evaluates the invoices concerned.
 * @param last the last successful poll; a source that follows the whole wallet continues from its tip
 * @param isFirst the first poll after a start asks for every invoice that is not settled
 * @throws ChainUnavailable, and then nothing has changed
 */
export async function reconcile(
  { db, chain, clock, policy }: ReconcileParts,
  last: LastPoll,
  isFirst: boolean,
): Promise<{ startedAt: number; tip: Tip }> {
  const startedAt = clock()
  const tip = await chain.tip()
  const { sees } = chain
  const asked = await invoicesToPoll(db, {
    now: startedAt,
    sees,
    isFirst,
    hasTipMoved: tip.hash !== last.tip?.hash,
  })
  const observations = await chain.outputsPaying({
    addresses: asked.map(({ address }) => address),
    known: await liveTransactions(db, asked),
    since: isFirst ? null : (last.tip?.hash ?? null),
  })
  const covers = sees === "everything" ? "everything" : "asked"
  const previousAt = sees === "everything" ? last.at : null
  const polled = await recordObservations(db, { startedAt, asked, covers, previousAt }, observations)
  for (const { invoice, outputs } of polled) {
    const verdict = evaluate(invoice, outputs, { height: tip.height, observedAt: startedAt }, policy)
    if (!differs(invoice, verdict)) continue
    const effects = effectsFor(invoice, verdict.state, policy)
    // A stale version loses here, and the next poll evaluates the same facts again.
    await recordVerdict(db, invoice, verdict, tip, effects, "a poll of the chain")
  }
  return { startedAt, tip }
}

function differs(invoice: StoredInvoice, verdict: Verdict): boolean {
  return (
    invoice.state !== verdict.state ||
    invoice.received !== verdict.received ||
    invoice.confirmations !== verdict.confirmations
  )
}
