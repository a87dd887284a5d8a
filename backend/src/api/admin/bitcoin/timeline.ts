import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { InvoiceState } from "@shop/contracts"
import { BITCOIN_PAYMENT, type ReviewedInvoice, type StaffAction } from "../../../modules/bitcoin-payment"

const transitionRow = z.object({
  invoice_id: z.string(),
  to_state: z.string(),
  cause: z.string(),
  created_at: z.date(),
})

/** A line of an invoice's timeline. */
interface Event {
  invoiceId: string
  at: string
  what: string
  /** Details. */
  detail: string | null
  /** A member of staff; null: the system. */
  by: string | null
}

const STATES: Record<InvoiceState, string> = {
  awaiting_payment: "Awaiting payment again",
  underpaid: "Underpaid",
  seen: "Payment seen, unconfirmed",
  confirming: "Confirming",
  confirmed: "Confirmed",
  expired: "Expired",
  review: "Flagged for review",
  cancelled: "Cancelled with the order",
  refunded: "Refunded",
}

const ACTIONS: Record<StaffAction, string> = {
  request_poll: "Checked now",
  accept: "Payment accepted",
  settle_by_hand: "Marked as paid by staff",
  renew_quote: "Quote renewed",
  ask_refund_address: "Refund address requested",
  record_refund: "Refund recorded",
  keep_surplus: "Surplus kept",
}

/** What happened to these invoices, each staff action and each change of state, newest first. */
export async function timelineOf(
  container: MedusaContainer,
  files: readonly ReviewedInvoice[],
): Promise<Event[]> {
  const transitions = z
    .array(transitionRow)
    .parse(
      await container
        .resolve(BITCOIN_PAYMENT)
        .listBitcoinTransitions({ invoice_id: files.map(({ invoice }) => invoice.id) }, { take: 500 }),
    )
  const events: Event[] = [
    ...files.map(({ invoice }) => ({
      invoiceId: invoice.id,
      at: new Date(invoice.createdAt).toISOString(),
      what: "Invoice created",
      detail: `£${invoice.rate} for 1 BTC (${invoice.rateSource})`,
      by: null,
    })),
    ...transitions.map(({ invoice_id, to_state, cause, created_at }) => ({
      invoiceId: invoice_id,
      at: created_at.toISOString(),
      what: isState(to_state) ? STATES[to_state] : to_state,
      detail: cause.replace(/ [0-9a-f]{64}/, ""),
      by: null,
    })),
    ...files.flatMap(({ invoice, refundAddresses }) =>
      refundAddresses.map(({ address, at }, place) => ({
        invoiceId: invoice.id,
        at: new Date(at).toISOString(),
        what: place === 0 ? "The buyer gave a refund address" : "The refund address was changed",
        detail: address,
        by: null,
      })),
    ),
    ...files.flatMap(({ invoice, auditEntries }) =>
      auditEntries.map(({ action, at, by, reason }) => ({
        invoiceId: invoice.id,
        at: new Date(at).toISOString(),
        what: ACTIONS[action],
        detail: reason,
        by: by.email,
      })),
    ),
  ]
  return events.sort((one, other) => other.at.localeCompare(one.at))
}

function isState(state: string): state is InvoiceState {
  return Object.hasOwn(STATES, state)
}
