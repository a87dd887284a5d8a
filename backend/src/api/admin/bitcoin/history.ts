import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { InvoiceState } from "@shop/contracts"
import { BITCOIN_PAYMENT, type OpenFile, type StaffAction } from "../../../modules/bitcoin-payment"

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
  /** More of it, for who wants to know. */
  detail: string | null
  /** A member of staff; null: the shop itself. */
  by: string | null
}

const STATES: Record<InvoiceState, string> = {
  awaiting_payment: "Waiting for the payment again",
  underpaid: "A part of it came",
  seen: "Enough came; not in a block yet",
  confirming: "In a block, not deep enough yet",
  confirmed: "Confirmed",
  expired: "Ran out unpaid",
  review: "Came to staff",
  cancelled: "Closed: the order was cancelled",
  refunded: "All was given back",
}

const DEEDS: Record<StaffAction, string> = {
  request_poll: "Checked now",
  accept: "Accepted as it is",
  settle_by_hand: "Settled by hand",
  new_quote: "A new invoice was asked for",
  ask_refund_address: "The buyer was asked for a refund address",
  record_refund: "A refund was recorded",
  keep_surplus: "The surplus is kept",
}

/** What happened to these invoices, each deed and each change of state, the latest first. */
export async function historyOf(container: MedusaContainer, files: readonly OpenFile[]): Promise<Event[]> {
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
      what: "Invoice made",
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
    ...files.flatMap(({ invoice, deeds }) =>
      deeds.map(({ action, at, by, reason }) => ({
        invoiceId: invoice.id,
        at: new Date(at).toISOString(),
        what: DEEDS[action],
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
