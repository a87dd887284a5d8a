import type Stripe from "stripe"
import type { z } from "zod"
import { type Account, idOf, newId, seconds } from "./account.js"
import { invalidRequest } from "./api-error.js"
import { book } from "./charges.js"
import type { refundCreate } from "./parameters.js"
import { findCard } from "./test-cards.js"

/** How long a refund stays pending, or succeeds before it fails. */
const LATER_MS = 3_000

const pounds = (pence: number) => `£${(pence / 100).toFixed(2)}`

/** @throws ApiError when nothing, or less than this, is left to refund */
export function createRefund(account: Account, parameters: z.output<typeof refundCreate>): Stripe.Refund {
  const charge = chargeOf(account, parameters)
  const left = charge.amount_captured - charge.amount_refunded
  const amount = parameters.amount ?? left
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} is not paid and cannot be refunded.`)
  if (account.openDisputeOf(charge.id) !== undefined)
    throw invalidRequest("This charge has been charged back; cannot issue a refund.", {
      code: "charge_disputed",
    })
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    })
  if (amount < 1)
    throw invalidRequest("This value must be greater than or equal to 1.", {
      code: "parameter_invalid_integer",
      param: "amount",
    })
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`,
      { param: "amount" },
    )

  const fate = findCard(account.attempts.get(idOf(charge.payment_intent))?.cardNumber ?? "")?.refund
  const id = newId("re")
  const refund: Stripe.Refund = {
    id,
    object: "refund",
    amount,
    balance_transaction: book(account, { source: id, amount: -amount, fee: 0, type: "refund" }).id,
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: "card",
      card: { type: "refund", reference_status: "pending", reference_type: "acquirer_reference_number" },
    },
    metadata: parameters.metadata ?? {},
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason: parameters.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: fate === "succeeds_later" ? "pending" : "succeeded",
    transfer_reversal: null,
  }
  account.refunds.set(id, refund)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  if (fate !== undefined) account.schedule("finish_refund", id, LATER_MS)
  account.emit("refund.created", refund)
  account.emit("charge.refunded", charge)
  return refund
}

/** What a pending refund, or one that the bank returns, becomes. */
export function finishRefund(account: Account, id: string): void {
  const refund = account.refund(id)
  const charge = account.charge(idOf(refund.charge))
  if (refund.status === "pending") {
    refund.status = "succeeded"
    account.emit("refund.updated", refund)
    account.emit("charge.refund.updated", refund)
    return
  }
  refund.status = "failed"
  refund.failure_reason = "expired_or_canceled_card"
  refund.failure_balance_transaction = book(account, {
    source: id,
    amount: refund.amount,
    fee: 0,
    type: "refund",
  }).id
  charge.amount_refunded -= refund.amount
  charge.refunded = false
  account.emit("refund.failed", refund)
  account.emit("charge.refund.updated", refund)
}

function chargeOf(
  account: Account,
  { charge, payment_intent: intent }: z.output<typeof refundCreate>,
): Stripe.Charge {
  if (charge !== undefined) return account.charge(charge)
  if (intent === undefined)
    throw invalidRequest(
      "One of the following params should be provided for this request: payment_intent or charge.",
      {
        code: "parameter_missing",
      },
    )
  const { latest_charge: latest, status } = account.intent(intent, "payment_intent")
  if (status !== "succeeded")
    throw invalidRequest(`This PaymentIntent (${intent}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    })
  return account.charge(idOf(latest))
}
