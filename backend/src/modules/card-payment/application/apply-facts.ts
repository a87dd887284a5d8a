import { decide, type LatePayments } from "../domain/decide"
import type { SessionFacts } from "../ports/card-processor"
import type { Connection } from "medusa-payments/database"
import { findPayment, storeDecision, withPaymentRow, type StoredPayment } from "../repository/payments"
import { markSession, markSessionPaid, type CardSession } from "../repository/sessions"

export interface DecisionParts {
  readonly db: Connection
  readonly clock: () => number
  readonly late: LatePayments
}

/** Stores what the processor said of a page. Returns the payment as it is then. */
export async function applyFacts(
  { db, clock, late }: DecisionParts,
  paymentId: string,
  session: CardSession,
  facts: SessionFacts,
): Promise<StoredPayment | null> {
  await withPaymentRow(db, paymentId, async (payment, tx) => {
    await storeDecision(tx, payment, decide(payment, facts, late), { at: clock(), page: facts.id })
    // A finished page is read until its money came.
    if (facts.isPaid && facts.paymentId !== null) await markSessionPaid(tx, session.id, facts.paymentId)
    else if (facts.state === "expired") await markSession(tx, session.id, "expired")
  })
  return findPayment(db, "id", paymentId)
}
