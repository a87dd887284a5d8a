import { formatPence } from "@shop/contracts"
import type { PaymentPanel, StaffCardPayment } from "@shop/contracts/staff-payments"

interface Labelled extends Pick<PaymentPanel, "paymentStatus"> {
  readonly cards: readonly Pick<StaffCardPayment, "state" | "cases">[]
}

/** What staff read first about an order's payment. Green means that nothing is left to do about the order's money. */
export function panelLabel({ paymentStatus, cards }: Labelled): {
  label: string
  colour: "green" | "blue" | "orange" | "red" | "grey"
} {
  const { isCancelled, outstandingPence, capturedPence, refundedPence } = paymentStatus
  if (cards.some(({ state, cases }) => state === "review" || cases.length > 0))
    return { label: "Needs your decision", colour: "red" }
  if (isCancelled && capturedPence > refundedPence) return { label: "Cancelled, refund due", colour: "red" }
  if (isCancelled) return { label: "Cancelled", colour: "grey" }
  // A refund in Medusa's own form leaves the order's price as it was.
  if (outstandingPence > refundedPence)
    return { label: `Unpaid: ${formatPence(outstandingPence)} outstanding`, colour: "orange" }
  if (refundedPence > 0 && refundedPence >= capturedPence) return { label: "Refunded", colour: "grey" }
  if (refundedPence > 0) return { label: "Partly refunded", colour: "blue" }
  return { label: "Paid", colour: "green" }
}
