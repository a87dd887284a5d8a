import { formatPence } from "@shop/contracts"
import type { PaymentInvoice, PaymentPanel, StaffCardPayment } from "@shop/contracts/staff-payments"

interface Labelled extends Pick<PaymentPanel, "paymentStatus"> {
  readonly invoices: readonly Pick<
    PaymentInvoice,
    "state" | "isCaptured" | "refundablePence" | "surplusPence"
  >[]
  readonly cards: readonly Pick<
    StaffCardPayment,
    "state" | "isCaptured" | "refundablePence" | "receivedPence" | "cases"
  >[]
}

/** What staff read first about an order's payment. Green means that nothing is left to do about the money. */
export function panelLabel({ paymentStatus, invoices, cards }: Labelled): {
  label: string
  colour: "green" | "orange" | "red" | "grey"
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
  if (paymentStatus.outstandingPence > 0)
    return { label: `Unpaid: ${formatPence(paymentStatus.outstandingPence)} outstanding`, colour: "orange" }
  if (cards.some((one) => one.isCaptured && one.refundablePence === 0))
    return { label: "Refunded", colour: "grey" }
  if (surplusPence > 0) return { label: `Paid, ${formatPence(surplusPence)} too much`, colour: "orange" }
  return { label: "Paid", colour: "green" }
}
