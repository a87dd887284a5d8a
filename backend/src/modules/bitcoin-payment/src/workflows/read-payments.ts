import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  formatMinorUnits,
  isByHand,
  isByLightning,
  refundDue,
  toMinorUnits,
  worthInMinorUnits,
  type ReviewedInvoice,
} from "../modules/bitcoin-payment"
import { owedOfOrder } from "medusa-payments/amount-due"
import { OUTBOX_TABLE, querySql } from "medusa-payments/database"

const time = z.date().transform((date) => date.toISOString())
const transitionRow = z.object({
  invoice_id: z.string(),
  to_state: z.string(),
  cause: z.string(),
  created_at: time,
})
const claimRow = z.object({
  invoice_id: z.string(),
  transaction_id: z.string(),
  verdict: z.string(),
  created_at: time,
})
const messageRow = z.object({
  invoice_id: z.string(),
  kind: z.string().nullable(),
  refund_id: z.string().nullable(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})

const MESSAGES = `
  select payload ->> 'invoiceId' as invoice_id, payload ->> 'kind' as kind, payload ->> 'refundId' as refund_id, attempts, last_error
    from ${OUTBOX_TABLE}
   where topic in ('bitcoin-effect', 'bitcoin-refund') and finished_at is null and payload ->> 'orderId' = :orderId`

interface Beside {
  readonly transitions: readonly z.output<typeof transitionRow>[]
  readonly claims: readonly z.output<typeof claimRow>[]
  readonly messages: readonly z.output<typeof messageRow>[]
  readonly owed: ReadonlyMap<string, number>
}

const TIMELINE_LIMIT = 500

/** An order's payments as staff read them, the newest first. Amounts of money are decimals, of bitcoin satoshis in digits. */
export async function paymentsOfOrder(container: MedusaContainer, orderId: string) {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const all = await bitcoin.reviewService.detailsOfOrder(orderId)
  if (all.length === 0) return []
  const invoice_id = all.map(({ invoice }) => invoice.id)
  const [owed, transitions, claims, messages] = await Promise.all([
    owedOfOrder(container, "bitcoin_invoice", orderId),
    bitcoin.listBitcoinTransitions({ invoice_id }, { take: TIMELINE_LIMIT }),
    bitcoin.listBitcoinClaims({ invoice_id }),
    querySql(container, messageRow, MESSAGES, { orderId }),
  ])
  const beside = {
    transitions: transitions.map((row) => transitionRow.parse(row)),
    claims: claims.map((row) => claimRow.parse(row)),
    messages,
    owed,
  }
  return Promise.all(
    all.map(async (details) => {
      const { state, received, currency } = details.invoice
      const isOpen = state === "review" || details.refundable.leftMinor > 0n
      const today = isOpen ? await bitcoin.rateToday(currency) : null
      return {
        ...viewOf(details, bitcoin.transactionPage),
        ...viewBeside(details, beside),
        /** What was received is worth this much at the current rate, while staff decide; null without a rate. */
        received_today:
          today === null ? null : formatMinorUnits(worthInMinorUnits(received, today), currency),
        /** What one bitcoin costs now; null: unknown, or nothing is left to refund. */
        rate_today: today?.rate ?? null,
      }
    }),
  )
}

const iso = (at: number) => new Date(at).toISOString()

function viewOf(details: ReviewedInvoice, transactionPage: (txid: string) => string | null) {
  const { invoice } = details
  const money = (amount: bigint) => formatMinorUnits(amount, invoice.currency)
  return {
    method: "bitcoin",
    id: invoice.id,
    state: invoice.state,
    reasons: details.reasons,
    /** What each of two sources says, while they differ. */
    dispute: invoice.dispute?.says ?? null,
    actions: details.actions,
    closed: invoice.closed,
    created_at: iso(invoice.createdAt),
    expires_at: iso(invoice.expiresAt),
    last_poll_at: iso(invoice.lastPollAt),
    address: invoice.address,
    currency: invoice.currency,
    price: money(invoice.priceMinor),
    rate: invoice.rate,
    rate_source: invoice.rateSource,
    rate_at: iso(invoice.rateAt),
    due_sats: invoice.due.toString(),
    received_sats: invoice.received.toString(),
    missing_sats: details.missingSats.toString(),
    /** What all of it is worth at the quoted rate, confirmed or not. */
    arrived: money(worthInMinorUnits(invoice.received, invoice)),
    /** What of it has enough confirmations. */
    received: money(details.receivedMinor),
    captured: invoice.captured,
    captured_amount: money(details.capturedMinor),
    by_hand: isByHand(invoice.accepted),
    refundable: money(details.refundable.leftMinor),
    /** Final satoshis that no refund returned or used up. */
    refundable_sats: details.refundable.leftSats.toString(),
    /** What of it came beyond the order: its refund is always in the satoshis that came. */
    refundable_surplus: money(details.refundable.surplusMinor),
    refundable_surplus_sats: details.refundable.surplusSats.toString(),
    surplus: money(details.surplusMinor),
    confirmations: invoice.confirmations,
    required_confirmations: details.required,
    outputs: details.confirmations.map(({ output, depth }) => ({
      txid: output.txid,
      vout: output.vout,
      url: isByLightning(output) ? null : transactionPage(output.txid),
      sats: output.amount.toString(),
      status: output.status,
      confirmations: depth,
      seen_at: iso(output.seenAt),
    })),
    /** Each address that the buyer gave, oldest first. The last one applies. */
    refund_addresses: details.refundAddresses.map(({ address, cameBy, at }) => ({
      address,
      came_by: cameBy,
      at: iso(at),
    })),
    is_refund_address_awaited: details.isAddressAwaited,
    refunds: details.refunds.map(({ id, amountMinor, method, note, by, at }) => ({
      id,
      amount: money(amountMinor),
      ...(method.kind === "bitcoin"
        ? {
            txid: method.txid,
            url: method.lightning === undefined ? transactionPage(method.txid) : null,
            sats: method.sats.toString(),
            basis: method.basis,
            address: method.address,
            preimage: method.lightning?.preimage ?? null,
          }
        : { txid: null, url: null, sats: null, basis: null, address: null, preimage: null }),
      note,
      by: by.email,
      at: iso(at),
    })),
    audit_entries: details.auditEntries.map(({ action, reason, by, at }) => ({
      action,
      reason,
      by: by.email,
      at: iso(at),
    })),
  }
}

function viewBeside(details: ReviewedInvoice, { transitions, claims, messages, owed }: Beside) {
  const { id, currency } = details.invoice
  const ofThis = (row: { invoice_id: string }) => row.invoice_id === id
  const unfinished = messages.filter(ofThis)
  const due = refundDue(details, toMinorUnits(owed.get(id) ?? 0, currency))
  return {
    /** What goes back to the buyer. `is_known` false: staff decide how much of it. */
    refund_due: {
      amount: formatMinorUnits(due.amountMinor, currency),
      sats: due.sats.toString(),
      is_known: due.isKnown,
    },
    transitions: transitions.filter(ofThis).map(({ to_state, cause, created_at: at }) => {
      const [, height] = / at block (\d+)/.exec(cause) ?? []
      return { state: to_state, at, block: height === undefined ? null : Number(height) }
    }),
    claims: claims.filter(ofThis).map(({ transaction_id, verdict, created_at: at }) => ({
      transaction_id,
      verdict,
      at,
    })),
    /** Refunds that Medusa's order does not show yet, with the last error. */
    unrecorded_refunds: unfinished.flatMap(({ refund_id, last_error: error }) =>
      refund_id === null ? [] : [{ id: refund_id, error }],
    ),
    failing: unfinished.flatMap(({ kind, attempts, last_error: error }) =>
      kind === null || error === null ? [] : [{ task: kind, attempts, error }],
    ),
  }
}
