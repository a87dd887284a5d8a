import type { Invoice, InvoiceState } from "./invoice"

/** Something to be done in the world outside, once, because an invoice came into a state. */
export type ActKind = "capture" | "cancel" | "mail_seen" | "mail_confirmed"

/** What each state asks for. Every act is kept under (invoice, kind), so asking twice does it once. */
const ACTS: Partial<Record<InvoiceState, readonly ActKind[]>> = {
  seen: ["mail_seen"],
  confirming: ["mail_seen"],
  confirmed: ["capture", "mail_confirmed"],
  expired: ["cancel"],
}

export function actsFor(invoice: Invoice, state: InvoiceState): readonly ActKind[] {
  if (invoice.captured || (state === "expired" && invoice.closed !== null)) return []
  return ACTS[state] ?? []
}
