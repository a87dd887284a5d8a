import type { Policy } from "../domain/invoice"
import type { StoredInvoice } from "../ports/ledger"
import { openInvoice, type OpenInvoiceParts } from "./open-invoice"

/** Each renewal takes an address, and wallets stop looking after twenty unused ones. */
const AT_MOST = 3
/** So near the end of the hold a renewal might meet the cancelling of its order. */
const MARGIN_MS = 10_000

export type Renewal =
  | { readonly ok: true; readonly invoice: StoredInvoice }
  | { readonly ok: false; readonly reason: "no_invoice" | "still_valid" | "closed" | "too_often" }

/** A new quote for an order whose last one ran out, while its stock is still held. The order keeps its payment session. */
export async function renewQuote(parts: OpenInvoiceParts, policy: Policy, orderId: string): Promise<Renewal> {
  const invoice = await parts.ledger.invoiceOfOrder(orderId)
  if (invoice === null) return { ok: false, reason: "no_invoice" }
  const isHeld = parts.clock() < invoice.expiresAt + policy.holdMs - MARGIN_MS
  if (invoice.closed !== null || (invoice.state === "expired" && !isHeld))
    return { ok: false, reason: "closed" }
  if (invoice.state !== "expired") return { ok: false, reason: "still_valid" }
  if (invoice.renewal >= AT_MOST) return { ok: false, reason: "too_often" }
  const { sessionId, pricePence } = invoice
  return { ok: true, invoice: await openInvoice(parts, { orderId, sessionId, pricePence }) }
}
