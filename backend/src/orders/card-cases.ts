import type { CaseKind } from "../modules/card-payment"

/** What each case about a card payment means, and what staff can do. */
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
    next: "Send the evidence (order, tracking, emails) at the processor before the deadline, or accept the dispute there. The case closes if the bank decides for the shop.",
  },
}
