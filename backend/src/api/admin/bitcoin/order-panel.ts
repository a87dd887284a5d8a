import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { transactionPage } from "../../../config/explorer"
import { BITCOIN_PAYMENT, type ReviewedInvoice } from "../../../modules/bitcoin-payment"
import { queryRows } from "../../../query/query-rows"
import { flagLabels } from "../../../workflows/payment-review/flag-labels"
import { readPaymentStatus } from "../../../orders/payment-status"
import { readInvoicesInReview } from "../../../mail/invoices-in-review"
import { timelineOf } from "./timeline"

const orderRow = z.object({ display_id: z.coerce.number().int() })
const messageRow = z.object({
  invoice_id: z.string(),
  kind: z.string(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})
const claimRow = z.object({
  invoice_id: z.string(),
  transaction_id: z.string(),
  verdict: z.string(),
  created_at: z.date().transform((date) => date.toISOString()),
})

/** Everything that staff see of an order's payment, in whole pence and satoshis; null when there is no such order. */
export async function orderPanel(container: MedusaContainer, orderId: string) {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const [[order], status, files, reviewed] = await Promise.all([
    queryRows(container, orderRow, { entity: "order", fields: ["display_id"], filters: { id: orderId } }),
    readPaymentStatus(container, orderId),
    bitcoin.reviewService.detailsOfOrder(orderId),
    readInvoicesInReview(container, orderId),
  ])
  if (!order || status === null) return null
  const ids = files.map(({ invoice }) => invoice.id)
  const [history, messages, claims] = await Promise.all([
    timelineOf(container, files),
    bitcoin
      .listBitcoinOutboxMessages({ invoice_id: ids, done_at: null })
      .then((rows) => z.array(messageRow).parse(rows)),
    bitcoin.listBitcoinClaims({ invoice_id: ids }).then((rows) => z.array(claimRow).parse(rows)),
  ])
  return {
    id: orderId,
    number: order.display_id,
    method: files.length > 0 ? "bitcoin" : "card",
    paymentStatus: status,
    invoices: files.map((file) => {
      const ofThis = (row: { invoice_id: string }) => row.invoice_id === file.invoice.id
      const flags = reviewed.find(({ id }) => id === file.invoice.id)?.flags ?? []
      return {
        ...invoiceView(file),
        why: flags.length > 0 ? flagLabels(flags) : null,
        history: history.filter(({ invoiceId }) => invoiceId === file.invoice.id),
        failing: messages.filter(ofThis).filter(({ attempts }) => attempts > 0),
        claims: claims.filter(ofThis),
      }
    }),
  }
}

function invoiceView(file: ReviewedInvoice) {
  const { invoice, refunds } = file
  const sent = refunds.reduce((sum, { method }) => sum + (method.kind === "bitcoin" ? method.sats : 0n), 0n)
  const left = invoice.received - sent
  return {
    id: invoice.id,
    state: invoice.state,
    address: invoice.address,
    createdAt: iso(invoice.createdAt),
    expiresAt: iso(invoice.expiresAt),
    lastPollAt: iso(invoice.lastPollAt),
    isCaptured: invoice.captured,
    isByHand: invoice.accepted === "by_hand",
    rate: invoice.rate,
    rateSource: invoice.rateSource,
    rateAt: iso(invoice.rateAt),
    pricePence: Number(invoice.pricePence),
    dueSats: invoice.due.toString(),
    receivedSats: invoice.received.toString(),
    receivedPence: Number(file.receivedPence),
    settledSats: file.settled.toString(),
    capturedPence: Number(file.capturedPence),
    refundablePence: Number(file.refundablePence),
    refundableSats: (left > 0n ? left : 0n).toString(),
    surplusPence: Number(file.surplusPence),
    required: file.required,
    outputs: file.confirmations.map(({ output, depth }) => ({
      txid: output.txid,
      vout: output.vout,
      sats: output.amount.toString(),
      status: output.status,
      confirmations: depth,
      seenAt: iso(output.seenAt),
      url: transactionPage(output.txid),
    })),
    refunds: refunds.map(({ id, pence, method, note, by, at, recordedAt, lastError }) => ({
      id,
      pence: Number(pence),
      method: method.kind,
      sats: method.kind === "bitcoin" ? method.sats.toString() : null,
      address: method.kind === "bitcoin" ? method.address : null,
      txid: method.kind === "bitcoin" ? method.txid : null,
      url: method.kind === "bitcoin" ? transactionPage(method.txid) : null,
      note,
      by: by.email,
      at: iso(at),
      isRecorded: recordedAt !== null,
      lastError,
    })),
    refundAddresses: file.refundAddresses.map(({ address, cameBy, at }) => ({
      address,
      cameBy,
      at: iso(at),
    })),
    isAddressAwaited: file.isAddressAwaited,
    actions: file.actions,
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
