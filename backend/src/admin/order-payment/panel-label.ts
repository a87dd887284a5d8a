import { formatPence } from "@shop/contracts"
import type { PaymentPanel } from "@shop/contracts/staff-payments"

type Labelled = Pick<PaymentPanel, "paymentStatus" | "needsDecision">

/** Green means that nothing is left to do about the order's money. */
export function panelLabel({ paymentStatus, needsDecision }: Labelled): {
  label: string
  colour: "green" | "blue" | "orange" | "red" | "grey"
} {
  const { isCancelled, outstandingPence, capturedPence, refundedPence, dispute } = paymentStatus
  if (isCancelled && capturedPence > refundedPence && dispute === null)
    return { label: "Cancelled, refund due", colour: "red" }
  if (!isCancelled && outstandingPence < 0)
    return { label: `Refund due: ${formatPence(-outstandingPence)}`, colour: "red" }
  if (needsDecision) return { label: "Needs your decision", colour: "red" }
  if (isCancelled) return { label: "Cancelled", colour: "grey" }
  // A refund in Medusa's own form leaves the order's price as it was.
  if (outstandingPence > refundedPence) return { label: openLabel(paymentStatus), colour: "orange" }
  if (dispute !== null) return { label: dispute === "lost" ? "Dispute lost" : "Disputed", colour: "orange" }
  if (refundedPence > 0 && refundedPence >= capturedPence) return { label: "Refunded", colour: "grey" }
  if (refundedPence > 0) return { label: "Partly refunded", colour: "blue" }
  return { label: "Paid", colour: "green" }
}

/** As Today's lists are called. */
function openLabel({ outstandingPence, capturedPence, duePence }: Labelled["paymentStatus"]): string {
  if (duePence <= 0) return "Awaiting return"
  if (capturedPence > 0) return `Difference due: ${formatPence(duePence)}`
  return `Unpaid: ${formatPence(outstandingPence)} outstanding`
}
