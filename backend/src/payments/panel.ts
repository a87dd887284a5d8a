import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { InvoiceState } from "@shop/contracts"
import type { PaymentInvoice, PaymentPanel } from "@shop/contracts/staff-payments"
import { transactionPage } from "../platform/config/explorer"
import {
  isByHand,
  BITCOIN_PAYMENT,
  type ReviewedInvoice,
  type StaffAction,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { queryGraph, querySql } from "../platform/sql/query"
import { readPaymentStatus } from "../orders/payment-status"
import { readInvoicesInReview } from "../mail/invoices-in-review"
import { PROVIDERS, readProvider } from "../orders/payment-method"
import { readWithdrawal } from "../orders/withdrawals"
import { cardPaymentsForStaff } from "./card-view"
import { reviewReason } from "./cases"

const time = z.date().transform((date) => date.toISOString())
const orderRow = z.object({ display_id: z.coerce.number().int() })
const messageRow = z.object({
  invoice_id: z.string(),
  kind: z.string(),
  refund_id: z.string().nullable(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})
const claimRow = z.object({
  invoice_id: z.string(),
  transaction_id: z.string(),
  verdict: z.string(),
  created_at: time,
})
const transitionRow = z.object({
  invoice_id: z.string(),
  to_state: z.string(),
  cause: z.string(),
  created_at: time,
})
type Transition = z.output<typeof transitionRow>
type Message = z.output<typeof messageRow>

/** What the outbox has not finished for these invoices. */
const MESSAGES = `
  select payload ->> 'invoiceId' as invoice_id, payload ->> 'kind' as kind, payload ->> 'refundId' as refund_id, attempts, last_error
    from outbox_message
   where topic in ('bitcoin-effect', 'bitcoin-refund') and finished_at is null and payload ->> 'invoiceId' = any(:ids)`

/** Everything that staff see of an order's payment. @throws MedusaError when there is no such order */
export async function paymentPanel(container: MedusaContainer, orderId: string): Promise<PaymentPanel> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const [[order], paymentStatus, all, reviewed, cards, provider, withdrawal] = await Promise.all([
    queryGraph(container, orderRow, { entity: "order", fields: ["display_id"], filters: { id: orderId } }),
    readPaymentStatus(container, orderId),
    bitcoin.reviewService.detailsOfOrder(orderId),
    readInvoicesInReview(container, orderId),
    cardPaymentsForStaff(container, orderId),
    readProvider(container, orderId),
    readWithdrawal(container, orderId),
  ])
  if (!order || paymentStatus === null)
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  const ids = all.map(({ invoice }) => invoice.id)
  const [transitions, messages, claims] = await Promise.all([
    bitcoin
      .listBitcoinTransitions({ invoice_id: ids }, { take: 500 })
      .then((rows) => z.array(transitionRow).parse(rows)),
    querySql(container, messageRow, MESSAGES, { ids }),
    bitcoin.listBitcoinClaims({ invoice_id: ids }).then((rows) => z.array(claimRow).parse(rows)),
  ])
  const worths = await Promise.all(
    all.map(async ({ invoice }) =>
      invoice.state === "review" ? bitcoin.worthToday(invoice.received, invoice.currency) : null,
    ),
  )
  return {
    id: orderId,
    number: order.display_id,
    method: provider === PROVIDERS.bitcoin ? "bitcoin" : "card",
    paymentStatus,
    withdrawal,
    cards,
    invoices: all.map((details, index) => {
      const ofThis = (row: { invoice_id: string }) => row.invoice_id === details.invoice.id
      const inReview = reviewed.find(({ id }) => id === details.invoice.id)
      return {
        ...invoiceView(details, messages),
        todayPence: penceOrNull(worths[index]),
        why: inReview === undefined || inReview.flags.length === 0 ? null : reviewReason(inReview),
        timeline: timelineOf(details, transitions.filter(ofThis)),
        failing: messages
          .filter((message) => ofThis(message) && message.refund_id === null && message.last_error !== null)
          .map(({ kind, attempts, last_error: lastError }) => ({ kind, attempts, lastError })),
        claims: claims.filter(ofThis).map(({ transaction_id, verdict, created_at }) => ({
          transactionId: transaction_id,
          verdict,
          at: created_at,
        })),
      }
    }),
  }
}

function invoiceView(
  details: ReviewedInvoice,
  messages: readonly Message[],
): Omit<PaymentInvoice, "why" | "todayPence" | "timeline" | "failing" | "claims"> {
  const { invoice, refunds } = details
  return {
    id: invoice.id,
    state: invoice.state,
    address: invoice.address,
    createdAt: iso(invoice.createdAt),
    expiresAt: iso(invoice.expiresAt),
    lastPollAt: iso(invoice.lastPollAt),
    isCaptured: invoice.captured,
    isByHand: isByHand(invoice.accepted),
    rate: invoice.rate,
    rateSource: invoice.rateSource,
    rateAt: iso(invoice.rateAt),
    pricePence: Number(invoice.priceMinor),
    dueSats: invoice.due.toString(),
    receivedSats: invoice.received.toString(),
    missingSats: details.missingSats.toString(),
    receivedPence: Number(details.receivedMinor),
    capturedPence: Number(details.capturedMinor),
    refundablePence: Number(details.refundableMinor),
    refundableSats: details.refundableSats.toString(),
    surplusPence: Number(details.surplusMinor),
    required: details.required,
    outputs: details.confirmations.map(({ output, depth }) => ({
      txid: output.txid,
      vout: output.vout,
      sats: output.amount.toString(),
      status: output.status,
      confirmations: depth,
      seenAt: iso(output.seenAt),
      url: transactionPage(output.txid),
    })),
    refunds: refunds.map(({ id, amountMinor, method, note, by, at }) => ({
      id,
      pence: Number(amountMinor),
      sats: method.kind === "bitcoin" ? method.sats.toString() : null,
      address: method.kind === "bitcoin" ? method.address : null,
      txid: method.kind === "bitcoin" ? method.txid : null,
      url: method.kind === "bitcoin" ? transactionPage(method.txid) : null,
      note,
      by: by.email,
      at: iso(at),
      isRecorded: !messages.some(({ refund_id }) => refund_id === id),
      lastError: messages.find(({ refund_id }) => refund_id === id)?.last_error ?? null,
    })),
    refundAddresses: details.refundAddresses.map(({ address, cameBy, at }) => ({
      address,
      cameBy,
      at: iso(at),
    })),
    isAddressAwaited: details.isAddressAwaited,
    actions: [...details.actions],
  }
}

const STATES: Readonly<Record<InvoiceState, string>> = {
  awaiting_payment: "Awaiting payment again",
  underpaid: "Underpaid",
  seen: "Payment seen, unconfirmed",
  confirming: "Confirming",
  confirmed: "Confirmed",
  expired: "Expired",
  review: "Flagged for review",
  cancelled: "Cancelled",
  refunded: "Refunded",
}

const ACTIONS: Readonly<Record<StaffAction, string>> = {
  accept: "Payment accepted",
  settle_by_hand: "Marked as paid by staff",
  renew_quote: "Quote renewed",
  ask_refund_address: "Refund address requested",
  record_refund: "Refund recorded",
  keep_surplus: "Surplus kept",
  explain_earlier_money: "Money from before the order explained",
}

/** Every staff action and change of state, newest first. `by: null` is the system or the buyer. */
function timelineOf(
  { invoice, refundAddresses, auditEntries }: ReviewedInvoice,
  transitions: readonly Transition[],
): PaymentInvoice["timeline"] {
  const events = [
    {
      at: iso(invoice.createdAt),
      what: "Invoice created",
      detail: `£${Number(invoice.rate).toLocaleString("en-GB")} for 1 BTC (${invoice.rateSource})`,
      by: null,
    },
    ...transitions.map(({ to_state, cause, created_at }) => ({
      at: created_at,
      what: isState(to_state) ? STATES[to_state] : to_state,
      detail: cause.replace(/ [0-9a-f]{64}/, ""),
      by: null,
    })),
    ...refundAddresses.map(({ address, at }, index) => ({
      at: iso(at),
      what: index === 0 ? "The buyer gave a refund address" : "The buyer changed the refund address",
      detail: address,
      by: null,
    })),
    ...auditEntries.map(({ action, at, by, reason }) => ({
      at: iso(at),
      what: ACTIONS[action],
      detail: reason,
      by: by.email,
    })),
  ]
  return events.sort((one, other) => other.at.localeCompare(one.at))
}

function isState(state: string): state is InvoiceState {
  return Object.hasOwn(STATES, state)
}

function penceOrNull(pence: bigint | null | undefined): number | null {
  return typeof pence === "bigint" ? Number(pence) : null
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
