import type { SessionFacts } from "../ports/card-processor"
import type { CardPayment, CaseKind, EffectKind, PaymentState } from "./payment"

/** What becomes of money that comes for a payment that is closed: it is returned at once, or staff decide. */
export type LatePayments = "refund" | "case"

export interface Decision {
  readonly state: PaymentState
  readonly processorPaymentId: string | null
  readonly receivedPence: number
  readonly closed: CardPayment["closed"]
  readonly isDeclined: boolean
  readonly refund: { readonly paymentId: string; readonly pence: number; readonly kind: CaseKind } | null
  readonly openCase: { readonly kind: CaseKind; readonly paymentId: string; readonly pence: number } | null
  readonly effects: readonly EffectKind[]
}

const unchanged = (payment: CardPayment): Decision => ({
  state: payment.state,
  processorPaymentId: payment.processorPaymentId,
  receivedPence: payment.receivedPence,
  closed: payment.closed,
  isDeclined: payment.declinedAt !== null,
  refund: null,
  openCase: null,
  effects: [],
})

/**
 * What the state of one hosted page means for its payment. Without clock, database or network. Facts may come in any order and
 * any number of times: a payment is captured once and only for its exact amount, and other money is returned or a case.
 */
export function decide(payment: CardPayment, facts: SessionFacts, late: LatePayments): Decision {
  const same = unchanged(payment)
  if (facts.isPaid && facts.paymentId !== null) return decidePaid(payment, facts, facts.paymentId, late)
  if (payment.processorPaymentId !== null || payment.closed !== null) return same
  if (facts.state === "complete") return { ...same, state: "confirming" }
  const effects: EffectKind[] = facts.isDeclined && !same.isDeclined ? ["mail_declined"] : []
  // A buyer who starts again was declined all the same.
  const isDeclined = same.isDeclined || facts.isDeclined
  const state = facts.state === "expired" ? "awaiting_payment" : same.state
  return { ...same, state, isDeclined, effects }
}

function decidePaid(
  payment: CardPayment,
  facts: SessionFacts,
  paymentId: string,
  late: LatePayments,
): Decision {
  const same = unchanged(payment)
  if (payment.processorPaymentId === paymentId) return same
  const unexpected = (kind: CaseKind): Decision => {
    // A second charge is never the order's: the first one stays.
    const first = payment.processorPaymentId === null
    const received = first ? { processorPaymentId: paymentId, receivedPence: facts.pence } : {}
    if (late === "refund" && kind !== "amount_differs")
      return { ...same, ...received, refund: { paymentId, pence: facts.pence, kind } }
    const state = first ? ("review" as const) : payment.state
    return { ...same, ...received, state, openCase: { kind, paymentId, pence: facts.pence } }
  }
  if (payment.processorPaymentId !== null) return unexpected("paid_twice")
  if (!isExact(payment, facts)) return unexpected("amount_differs")
  if (payment.closed !== null) return unexpected("paid_after_close")
  return {
    ...same,
    state: "paid",
    processorPaymentId: paymentId,
    receivedPence: facts.pence,
    effects: ["capture", "mail_paid"],
  }
}

/** A payment that is paid, not captured, and now closed: its order was cancelled before the capture. */
export function decideLate(payment: CardPayment, late: LatePayments): Decision | null {
  const { processorPaymentId: paymentId, receivedPence: pence } = payment
  if (paymentId === null || payment.isCaptured || payment.closed === null || payment.state !== "paid")
    return null
  const kind = "paid_after_close"
  const same = unchanged(payment)
  return late === "refund"
    ? { ...same, state: "cancelled", refund: { paymentId, pence, kind } }
    : { ...same, state: "review", openCase: { kind, paymentId, pence }, effects: [] }
}

function isExact({ pence, currency, orderId }: CardPayment, facts: SessionFacts): boolean {
  return facts.pence === pence && facts.currency === currency && facts.orderId === orderId
}

/** The end of the reservation, when no page can take money any more. */
export function decideEnd(payment: CardPayment, now: number): Decision | null {
  if (payment.state !== "awaiting_payment" || payment.closed !== null || now < payment.payableUntil)
    return null
  return { ...unchanged(payment), state: "expired", closed: "expired", effects: ["cancel"] }
}

export function mustExpirePage(payment: CardPayment, now: number): boolean {
  return (
    payment.closed !== null ||
    payment.processorPaymentId !== null ||
    (payment.state === "awaiting_payment" && now >= payment.payableUntil)
  )
}

/** The last seconds of a reservation are too short to pay on a page. */
const SHORTEST_MS = 60_000

export function isPayable(payment: CardPayment, now: number): boolean {
  return (
    payment.state === "awaiting_payment" &&
    payment.closed === null &&
    now < payment.payableUntil - SHORTEST_MS
  )
}
