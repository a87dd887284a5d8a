import { formatPence } from "@shop/contracts"
import type { PaymentPanel } from "@shop/contracts/staff-payments"
import type { TFunction } from "i18next"

type Labelled = Pick<PaymentPanel, "paymentStatus" | "needsDecision">

/** Green means that nothing is left to do about the order's money. */
export function panelLabel(
  { paymentStatus, needsDecision }: Labelled,
  t: TFunction<"shop">,
): {
  label: string
  colour: "green" | "blue" | "orange" | "red" | "grey"
} {
  const { isCancelled, outstandingPence, capturedPence, refundedPence, dispute } = paymentStatus
  if (isCancelled && capturedPence > refundedPence && dispute === null)
    return { label: t("order.labels.cancelledRefundDue"), colour: "red" }
  if (!isCancelled && outstandingPence < 0)
    return { label: t("order.labels.refundDue", { amount: formatPence(-outstandingPence) }), colour: "red" }
  if (needsDecision) return { label: t("order.labels.needsDecision"), colour: "red" }
  if (isCancelled) return { label: t("today.lists.cancelled"), colour: "grey" }
  // A refund in Medusa's own form leaves the order's price as it was.
  if (outstandingPence > refundedPence) return { label: openLabel(paymentStatus, t), colour: "orange" }
  if (dispute !== null)
    return {
      label: dispute === "lost" ? t("order.labels.disputeLost") : t("order.labels.disputed"),
      colour: "orange",
    }
  if (refundedPence > 0 && refundedPence >= capturedPence)
    return { label: t("order.labels.refunded"), colour: "grey" }
  if (refundedPence > 0) return { label: t("order.labels.partlyRefunded"), colour: "blue" }
  return { label: t("order.labels.paid"), colour: "green" }
}

/** As Today's lists are called. */
function openLabel(
  { outstandingPence, capturedPence, duePence }: Labelled["paymentStatus"],
  t: TFunction<"shop">,
): string {
  if (duePence <= 0) return t("today.lists.awaiting_return")
  if (capturedPence > 0) return t("order.labels.differenceDue", { amount: formatPence(duePence) })
  return t("order.labels.unpaid", { amount: formatPence(outstandingPence) })
}
