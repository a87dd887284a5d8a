import type { MedusaContainer } from "@medusajs/framework/types"
import { type CardPayment, toPounds } from "@shop/contracts"
import type { PaymentDetails } from "../modules/card-payment"
import { findCardPayments } from "./payment-method"

/**
 * An order's card payment for its buyer; null: it is not paid on a processor's page. `isDifference`: it is the second one, and can
 * be paid as long as the difference is due.
 */
export async function cardPaymentOf(
  container: MedusaContainer,
  orderId: string,
  isDifference: boolean,
): Promise<CardPayment | null> {
  const service = findCardPayments(container)
  const all = (await service?.payments.detailsOfOrder(orderId)) ?? []
  const newest = [...all].sort((one, other) => other.payment.createdAt - one.payment.createdAt)
  const [details] = isDifference ? newest : all
  if (service === null || details === undefined) return null
  const view = cardPaymentView(
    details,
    (isDifference && !details.payment.isCaptured) || service.payments.isPayable(details.payment),
  )
  return isDifference && view.state === "not_completed" ? { ...view, state: "awaiting_payment" } : view
}

function cardPaymentView(
  { payment, returnedPence }: Pick<PaymentDetails, "payment" | "returnedPence">,
  isPayable: boolean,
): CardPayment {
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

const WALLETS: Readonly<Record<string, string>> = {
  apple_pay: "Apple Pay",
  google_pay: "Google Pay",
  link: "Link",
}

/** A card as buyers and receipts name it: 'Visa ending 4242 (Apple Pay)'. */
export function describeCard(card: PaymentDetails["payment"]["card"]): string {
  if (card === null) return "Card"
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  const ending = card.last4 === "" ? "" : ` ending ${card.last4}`
  const wallet = card.wallet === null ? "" : ` (${WALLETS[card.wallet] ?? card.wallet.replaceAll("_", " ")})`
  return `${brand}${ending}${wallet}`
}
