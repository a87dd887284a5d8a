import type Stripe from "stripe"
import { type Account, idOf, newId, seconds } from "./account.js"
import { invalidRequest } from "./api-error.js"
import { book } from "./charges.js"

const DAY = 24 * 60 * 60
const DAYS_TO_ANSWER = 9
/** Stripe's fee for a dispute in the UK. */
const FEE_PENCE = 2_000

export interface DisputeOptions {
  reason: string
  /** Pence [the whole payment] */
  amount?: number
}

/** The cardholder disputes a payment: the bank takes the money back at once. */
export function openDispute(
  account: Account,
  charge: Stripe.Charge,
  { reason, amount = charge.amount }: DisputeOptions,
): Stripe.Dispute {
  if (!charge.paid || charge.disputed) throw invalidRequest(`Charge ${charge.id} cannot be disputed.`)
  const id = newId("du")
  const dispute: Stripe.Dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: [
      book(account, { source: id, amount: -amount, fee: FEE_PENCE, type: "adjustment" }),
    ],
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: seconds() + DAYS_TO_ANSWER * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: null,
    payment_intent: idOf(charge.payment_intent),
    reason,
    status: "needs_response",
  }
  account.disputes.set(id, dispute)
  charge.disputed = true
  account.emit("charge.dispute.created", dispute)
  account.emit("charge.dispute.funds_withdrawn", dispute)
  return dispute
}

/** The bank decides. A dispute that the shop won returns the money. */
export function closeDispute(account: Account, id: string, status: "lost" | "won"): Stripe.Dispute {
  const dispute = account.dispute(id)
  if (dispute.status === "won" || dispute.status === "lost")
    throw invalidRequest("This dispute is already closed.", { code: "dispute_already_closed" })
  dispute.status = status
  if (status === "won") {
    dispute.balance_transactions.push(
      book(account, { source: id, amount: dispute.amount, fee: 0, type: "adjustment" }),
    )
    account.emit("charge.dispute.funds_reinstated", dispute)
  }
  account.emit("charge.dispute.closed", dispute)
  return dispute
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
