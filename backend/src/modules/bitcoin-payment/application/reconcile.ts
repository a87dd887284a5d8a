import { actsFor } from "../domain/acts"
import { evaluate } from "../domain/evaluate"
import type { Policy, Verdict } from "../domain/invoice"
import type { ChainSource, Tip } from "../ports/chain-source"
import type { Clock } from "../ports/clock"
import type { Dossier, Ledger, StoredInvoice } from "../ports/ledger"

export interface ReconcileParts {
  readonly ledger: Ledger
  readonly chain: ChainSource
  readonly clock: Clock
  readonly policy: Policy
}

/**
 * One look at the chain: facts first, then what they mean.
 * @throws ChainUnavailable, and then nothing has changed
 */
export async function reconcile(parts: ReconcileParts): Promise<Tip> {
  const { ledger, chain, clock } = parts
  const startedAt = clock()
  const tip = await chain.tip()
  const invoices = await ledger.invoicesToWatch(startedAt)
  const observed = await chain.outputsPaying(invoices.map(({ address }) => address))
  const dossiers = await ledger.recordOutputs(invoices, observed, startedAt)
  for (const dossier of dossiers) await judge(parts, dossier, tip, startedAt)
  return tip
}

async function judge(
  { ledger, policy }: ReconcileParts,
  { invoice, outputs }: Dossier,
  tip: Tip,
  observedAt: number,
): Promise<void> {
  const verdict = evaluate(invoice, outputs, { height: tip.height, observedAt }, policy)
  if (!differs(invoice, verdict)) return
  // A stale version loses here, and the next look judges again from the same facts.
  await ledger.recordVerdict(invoice, verdict, tip, actsFor(invoice, verdict.state), "a look at the chain")
}

function differs(invoice: StoredInvoice, verdict: Verdict): boolean {
  return (
    invoice.state !== verdict.state ||
    invoice.received !== verdict.received ||
    invoice.confirmations !== verdict.confirmations
  )
}
