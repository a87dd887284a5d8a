import type { MedusaContainer } from "@medusajs/framework/types"
import { type CardPayment, type PaymentMethod, toPounds } from "@shop/contracts"
import type { PaymentDetails } from "../modules/card-payment"
import { whyNotPayable } from "./payable-methods"
import { findCardPayments } from "./payment-method"

/**
 * An order's card payment for its buyer; null: it is not paid on a processor's page. `differencePence`: what is due beyond a first
 * payment. It can be paid as long as it is due, by each method that takes so little; if none does, the payment before it is shown.
 */
export async function cardPaymentOf(
  container: MedusaContainer,
  orderId: string,
  differencePence: number | null,
): Promise<CardPayment | null> {
  const service = findCardPayments(container)
  if (service === null) return null
  const all = await service.payments.detailsOfOrder(orderId)
  if (differencePence === null)
    return all[0] === undefined ? null : cardPaymentView(all[0], service.payments.isPayable(all[0].payment))
  const isPayable = async (method: PaymentMethod) =>
    (await whyNotPayable(container, method, differencePence, "anyone")) === null
  const [byCard, inBitcoin] = await Promise.all([isPayable("card"), isPayable("bitcoin")])
  const isAsked = byCard || inBitcoin
  const [latest] = all
    .filter(({ payment }) => isAsked || payment.isCaptured)
    .sort((one, other) => other.payment.createdAt - one.payment.createdAt)
  if (latest === undefined) return null
  const view = cardPaymentView(latest, false)
  if (latest.payment.isCaptured) return view
  const state = view.state === "not_completed" ? "awaiting_payment" : view.state
  return { ...view, state, canRetry: byCard, canPayWithBitcoin: inBitcoin, payableUntil: null }
}

function cardPaymentView({ payment, returnedPence }: PaymentDetails, isPayable: boolean): CardPayment {
  return {
    state: stateOf(payment, returnedPence),
    isDeclined: isDeclined(payment),
    canRetry: isPayable,
    canPayWithBitcoin: isPayable,
    payableUntil: payment.state === "awaiting_payment" ? new Date(payment.payableUntil).toISOString() : null,
    refunded: toPounds(returnedPence),
    dispute: payment.dispute,
  }
}

/** Whether the last attempt was declined, and nothing was paid since. */
export function isDeclined({ declinedAt, state }: PaymentDetails["payment"]): boolean {
  return declinedAt !== null && state === "awaiting_payment"
}

function stateOf(
  { state, isCaptured, receivedPence }: PaymentDetails["payment"],
  returnedPence: number,
): CardPayment["state"] {
  if (receivedPence > 0 && returnedPence >= receivedPence) return "refunded"
  switch (state) {
    case "paid":
      return isCaptured ? "paid" : "confirming"
    case "expired":
    case "cancelled":
      return "not_completed"
    case "awaiting_payment":
    case "confirming":
    case "review":
      return state
  }
}
