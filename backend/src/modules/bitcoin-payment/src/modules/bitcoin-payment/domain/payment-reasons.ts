import { evaluate } from "./evaluate"
import type { Flag, Policy } from "./invoice"
import type { InvoiceDetails } from "./invoice-details"

/** What is unusual about a payment, and why it needs a person where it does. Stable: clients translate it. */
export type PaymentReason =
  | Flag
  /** Less than due, and no more is expected. */
  | "short"
  /** Another quote of the same order was paid too. */
  | "paid_twice"
  /** Its order is cancelled. */
  | "order_cancelled"
  | "sources_disagree"

/** The reasons of a payment as it was polled last, the most important first. */
export function reasonsOf(details: InvoiceDetails<DisputableInvoice>, policy: Policy): PaymentReason[] {
  const { invoice, outputs, tip, isPaidByAnother } = details
  const chain = { height: tip?.height ?? 0, observedAt: invoice.lastPollAt }
  const { flags } = evaluate(invoice, outputs, chain, policy)
  const isInReview = invoice.state === "review"
  const isShort = isInReview && !invoice.captured && invoice.received < invoice.due - policy.tolerance
  return [
    ...(isPaidByAnother && invoice.received > 0n ? (["paid_twice"] as const) : []),
    ...(invoice.closed === "cancelled" ? (["order_cancelled"] as const) : []),
    ...(isShort ? (["short"] as const) : []),
    ...flags,
    ...(invoice.dispute === null ? [] : (["sources_disagree"] as const)),
  ]
}

type DisputableInvoice = InvoiceDetails["invoice"] & { readonly dispute: object | null }
