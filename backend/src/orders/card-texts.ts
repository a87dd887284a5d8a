import type { CaseKind, HistoryCode, PaymentDetails } from "../modules/card-payment"

export const CARD_CASES: Readonly<Record<CaseKind, { readonly what: string; readonly next: string }>> = {
  amount_differs: {
    what: "The processor took another amount than the order's price",
    next: "Nothing is captured. Look the payment up at the processor, refund it, and ask the buyer to order again.",
  },
  paid_after_close: {
    what: "A card was charged after the order was over",
    next: "The goods are back on sale. Refund the payment in the order's card panel, then close the case.",
  },
  paid_twice: {
    what: "A card was charged twice for one order",
    next: "The first payment counts. Refund the second one at the processor; the case closes when it is returned.",
  },
  refund_failed: {
    what: "A refund to a card failed",
    next: "The card may be closed. Ask the buyer how to return the money, return it, then close the case with how you did.",
  },
  refunded_at_processor: {
    what: "A refund was made at the processor",
    next: "It is entered in the order. Cancel the order or the parcel if it must not be sent, then close the case.",
  },
  dispute: {
    what: "A cardholder disputes a payment",
    next: "Send the evidence (order, tracking, emails) at the processor before the deadline, or accept the dispute there. Do not send the parcel meanwhile. The case closes when the bank decides.",
  },
  dispute_lost: {
    what: "A dispute was lost",
    next: "The bank returned the money to the cardholder. It and the processor's fee are in the sales as a dispute; the shop does not ask the buyer for it again. If the parcel has not left, cancel the order, or allow its shipping with a reason in the order's Payment panel. Then close the case.",
  },
}

export const CARD_HISTORY: Readonly<Record<HistoryCode, string>> = {
  opened: "Payment opened",
  awaiting_payment: "Awaiting payment again",
  confirming: "Finished by the buyer, not confirmed yet",
  paid: "Paid",
  expired: "Not paid in time",
  cancelled: "Cancelled with the order",
  review: "Flagged for review",
  declined: "The card was declined",
  late_money: "Money came that is returned",
  closed_expired: "The order ended unpaid",
  closed_cancelled: "The order was cancelled",
  closed_changed: "The buyer changed the payment method",
  captured: "Captured",
  refund_ordered: "Refund ordered",
  refund_made: "Refund made",
  refund_refused: "The processor refused a refund",
  refund_returned: "The bank returned a refund",
  refunded_at_processor: "A refund was made at the processor",
  second_charge_refunded: "The second charge was refunded",
  dispute: "Dispute",
  dispute_won: "Dispute won",
  dispute_lost: "Dispute lost",
}

/** What the shop or the processor did has a code where staff would write a reason. */
const CARD_REASONS: Readonly<Record<string, string>> = {
  paid_twice: "The order was paid twice",
  paid_after_close: "The order was over when it was paid",
  made_at_processor: "Made at the processor",
  cancelled_by_buyer: "The buyer cancelled the order",
  returned_by_bank: "The bank returned the refund.",
  second_charge_refunded: "The second charge was refunded in full.",
  dispute_won: "The bank decided for the shop.",
  dispute_lost: "The bank decided for the cardholder.",
  processor: "the processor",
}

export function cardReason(stored: string): string {
  return CARD_REASONS[stored] ?? stored
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
