import {
  type Account,
  type Charge,
  type Dispute,
  newBooking,
  newId,
  type Refund,
  seconds,
} from "./account.js"
import { invalidRequest, noSuch } from "./errors.js"
import { findCard } from "./test-cards.js"

/** How long a refund stays pending, or succeeds before it fails. */
const LATER_MS = 3_000
const DAYS_TO_ANSWER = 9
/** Of a dispute in the UK, in pence. A dispute that the shop wins returns it. */
const DISPUTE_FEE = 2000

const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`

interface RefundRequest {
  payment_intent: string
  /** Pence [all that is left] */
  amount?: number | undefined
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | undefined
  metadata?: Record<string, string> | undefined
}

/** @throws ApiError when nothing, or less than this, is left to refund */
export function createRefund(account: Account, request: RefundRequest): Refund {
  const intent = account.intents.get(request.payment_intent)
  if (intent === undefined) noSuch("payment_intent", request.payment_intent, "payment_intent")
  if (intent.status !== "succeeded")
    throw invalidRequest(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    })
  const charge = account.charge(intent.latest_charge)
  const left = charge.amount_captured - charge.amount_refunded
  const { amount = left } = request
  const isDisputed = [...account.disputes.values()].some(
    (dispute) => dispute.charge === charge.id && dispute.status !== "won",
  )
  if (isDisputed)
    throw invalidRequest("This charge has been charged back; cannot issue a refund.", {
      code: "charge_disputed",
    })
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    })
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`,
      { param: "amount" },
    )

  const fate = findCard(account.attempts.get(intent.id)?.cardNumber)?.refund
  const refund: Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    metadata: request.metadata ?? {},
    payment_intent: intent.id,
    reason: request.reason ?? null,
    status: fate === "succeeds_later" ? "pending" : "succeeded",
  }
  account.refunds.set(refund.id, refund)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  if (fate !== undefined) account.schedule("finish_refund", refund.id, LATER_MS)
  account.emit("refund.created", refund)
  account.emit("charge.refunded", charge)
  return refund
}

/** What a pending refund, or one that the bank returns, becomes. */
export function finishRefund(account: Account, id: string): void {
  const refund = account.refunds.get(id) ?? noSuch("refund", id, "refund")
  if (refund.status === "pending") {
    refund.status = "succeeded"
    account.emit("refund.updated", refund)
  } else {
    const charge = account.charge(refund.charge)
    refund.status = "failed"
    charge.amount_refunded -= refund.amount
    charge.refunded = false
    account.emit("refund.failed", refund)
  }
  account.emit("charge.refund.updated", refund)
}

/** The cardholder disputes a payment: the bank takes the money back at once. @param amount pence [the whole payment] */
export function openDispute(
  account: Account,
  charge: Charge,
  reason: string,
  amount = charge.amount,
): Dispute {
  if (!charge.paid || charge.disputed) throw invalidRequest(`Charge ${charge.id} cannot be disputed.`)
  const dispute: Dispute = {
    id: newId("du"),
    object: "dispute",
    amount,
    balance_transactions: [newBooking({ amount: -amount, currency: charge.currency, fee: DISPUTE_FEE })],
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    evidence_details: { due_by: seconds() + DAYS_TO_ANSWER * 24 * 60 * 60 },
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  }
  account.disputes.set(dispute.id, dispute)
  charge.disputed = true
  account.emit("charge.dispute.created", dispute)
  account.emit("charge.dispute.funds_withdrawn", dispute)
  return dispute
}

/** The bank decides, and may decide anew. A dispute that the shop won returns the money. */
export function closeDispute(account: Account, id: string, status: "lost" | "won"): Dispute {
  const dispute = account.disputes.get(id) ?? noSuch("dispute", id, "dispute")
  if (dispute.status === status)
    throw invalidRequest("This dispute is already closed.", { code: "dispute_already_closed" })
  const { amount, currency } = dispute
  const wasWon = dispute.status === "won"
  dispute.status = status
  if (status === "won") {
    dispute.balance_transactions.push(newBooking({ amount, currency, fee: -DISPUTE_FEE }))
    account.emit("charge.dispute.funds_reinstated", dispute)
  } else if (wasWon) {
    dispute.balance_transactions.push(newBooking({ amount: -amount, currency, fee: DISPUTE_FEE }))
    account.emit("charge.dispute.funds_withdrawn", dispute)
  }
  account.emit("charge.dispute.closed", dispute)
  return dispute
}
