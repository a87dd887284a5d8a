import { evaluate } from "./evaluate"
import type { Flag, Policy } from "./invoice"
import type { InvoiceDetails } from "./invoice-details"

/** What is unusual about a payment, and why it needs a person where it does; what matters most first. Clients translate it. */
export const PAYMENT_REASONS = [
  "undone_after_capture",
  "paid_after_refund",
  "paid_twice",
  "order_cancelled",
  "superseded",
  "short",
  "late",
  "unconfirmed_too_long",
  "sources_disagree",
  "overpaid",
  "sent_before_order",
  "several_transactions",
  "dust_ignored",
  "replaced",
] as const
export type PaymentReason = (typeof PAYMENT_REASONS)[number]

export function reasonsOf(details: InvoiceDetails<DisputableInvoice>, policy: Policy): PaymentReason[] {
  const { invoice, outputs, tip, isPaidByAnother } = details
  const chain = { height: tip?.height ?? 0, observedAt: invoice.lastPollAt }
  const flags: readonly Flag[] = evaluate(invoice, outputs, chain, policy).flags
  const found = new Set<PaymentReason>(flags)
  if (isPaidByAnother && invoice.received > 0n) found.add("paid_twice")
  if (invoice.dispute !== null) found.add("sources_disagree")
  return PAYMENT_REASONS.filter((reason) => found.has(reason))
}

type DisputableInvoice = InvoiceDetails["invoice"] & { readonly dispute: object | null }
