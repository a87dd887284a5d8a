import { formatPence } from "@shop/contracts"
import type { PaymentInvoice, PaymentPanel, StaffCardPayment } from "@shop/contracts/staff-payments"

interface Labelled extends Pick<PaymentPanel, "paymentStatus"> {
  readonly invoices: readonly Pick<
    PaymentInvoice,
    "state" | "isCaptured" | "pricePence" | "receivedPence" | "refundablePence" | "surplusPence"
  >[]
  readonly cards: readonly Pick<StaffCardPayment, "state" | "isCaptured" | "refundablePence" | "cases">[]
}

/** What staff read first about an order's payment. Green means that nothing is left to do about the money. */
export function panelLabel({ paymentStatus, invoices, cards }: Labelled): {
  label: string
  colour: "green" | "blue" | "orange" | "red" | "grey"
} {
  const surplusPence = invoices.reduce((sum, invoice) => sum + invoice.surplusPence, 0)
  const isInReview = [...invoices, ...cards].some(({ state }) => state === "review")
  if (isInReview || cards.some(({ cases }) => cases.length > 0))
    return { label: "Needs your decision", colour: "red" }
  if (
    paymentStatus.isCancelled &&
    [...invoices, ...cards].some((one) => one.isCaptured && one.refundablePence > 0)
  )
    return { label: "Cancelled, refund due", colour: "red" }
  if (paymentStatus.isCancelled) return { label: "Cancelled", colour: "grey" }
  const { outstandingPence, capturedPence, refundedPence } = paymentStatus
  const short = invoices.find(({ state }) => state === "underpaid")
  if (short)
    return {
      label: `Underpaid: ${formatPence(short.pricePence - short.receivedPence)} missing`,
      colour: "orange",
    }
  // A refund in Medusa's own form leaves the order's price as it was.
  if (outstandingPence > refundedPence)
    return { label: `Unpaid: ${formatPence(outstandingPence)} outstanding`, colour: "orange" }
  if (refundedPence > 0 && refundedPence >= capturedPence) return { label: "Refunded", colour: "grey" }
  if (surplusPence > 0) return { label: `Overpaid by ${formatPence(surplusPence)}`, colour: "orange" }
  if (refundedPence > 0) return { label: "Partly refunded", colour: "blue" }
  return { label: "Paid", colour: "green" }
}
