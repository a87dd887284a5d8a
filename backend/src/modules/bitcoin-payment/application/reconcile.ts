import { effectsFor } from "../domain/effects"
import { evaluate } from "../domain/evaluate"
import type { Policy, Verdict } from "../domain/invoice"
import type { ChainSource, Tip } from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import type { InvoiceWithOutputs, LastPoll, Ledger, StoredInvoice } from "../ports/ledger"

export interface ReconcileParts {
  readonly ledger: Ledger
  readonly chain: ChainSource
  readonly clock: Clock
  readonly policy: Policy
}

/**
 * One poll of the chain: facts first, then what they mean.
 * @param last how the last good poll went; its tip is where a source that follows everything goes on
 * @param isFirst the first poll after a start asks for everything that is not settled
 * @throws ChainUnavailable, and then nothing has changed
 */
export async function reconcile(
  { ledger, chain, clock, policy }: ReconcileParts,
  last: LastPoll,
  isFirst: boolean,
): Promise<{ startedAt: number; tip: Tip }> {
  const startedAt = clock()
  const tip = await chain.tip()
  const { sees } = chain
  const asked = await ledger.invoicesToPoll({
    now: startedAt,
    sees,
    isFirst,
    hasTipMoved: tip.hash !== last.tip?.hash,
  })
  const observations = await chain.outputsPaying({
    addresses: asked.map(({ address }) => address),
    known: await ledger.liveTransactions(asked),
    since: isFirst ? null : (last.tip?.hash ?? null),
  })
  const covers = sees === "everything" ? "everything" : "asked"
  const previousAt = sees === "everything" ? last.at : null
  for (const invoiceWithOutputs of await ledger.recordObservations(
    { startedAt, asked, covers, previousAt },
    observations,
  )) {
    await judge(ledger, policy, invoiceWithOutputs, tip, startedAt)
  }
  return { startedAt, tip }
}

async function judge(
  ledger: Ledger,
  policy: Policy,
  { invoice, outputs }: InvoiceWithOutputs,
  tip: Tip,
  observedAt: number,
): Promise<void> {
  const verdict = evaluate(invoice, outputs, { height: tip.height, observedAt }, policy)
  if (!differs(invoice, verdict)) return
  // A stale version loses here, and the next poll judges again from the same facts.
  await ledger.recordVerdict(
    invoice,
    verdict,
    tip,
    effectsFor(invoice, verdict.state, policy),
    "a look at the chain",
  )
}

function differs(invoice: StoredInvoice, verdict: Verdict): boolean {
  return (
    invoice.state !== verdict.state ||
    invoice.received !== verdict.received ||
    invoice.confirmations !== verdict.confirmations
  )
}
