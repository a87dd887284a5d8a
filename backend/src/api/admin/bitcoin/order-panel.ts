import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { transactionPage } from "../../../config/explorer"
import { BITCOIN_PAYMENT, type OpenFile } from "../../../modules/bitcoin-payment"
import { queryRows } from "../../../query/query-rows"
import { flagWords } from "../../../workflows/bitcoin-desk/flag-words"
import { readPaymentStatus } from "../../../workflows/fulfilment-guard/payment-status"
import { readReviewed } from "../../../workflows/mail/read-reviewed"
import { historyOf } from "./history"

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
  const [[order], standing, files, reviewed] = await Promise.all([
    queryRows(container, orderRow, { entity: "order", fields: ["display_id"], filters: { id: orderId } }),
    readPaymentStatus(container, orderId),
    bitcoin.office.filesOf(orderId),
    readReviewed(container, orderId),
  ])
  if (!order || standing === null) return null
  const ids = files.map(({ invoice }) => invoice.id)
  const [history, messages, claims] = await Promise.all([
    historyOf(container, files),
    bitcoin
      .listBitcoinOutboxMessages({ invoice_id: ids, done_at: null })
      .then((rows) => z.array(messageRow).parse(rows)),
    bitcoin.listBitcoinClaims({ invoice_id: ids }).then((rows) => z.array(claimRow).parse(rows)),
  ])
  return {
    id: orderId,
    number: order.display_id,
    method: files.length > 0 ? "bitcoin" : "card",
    standing,
    invoices: files.map((file) => {
      const ofThis = (row: { invoice_id: string }) => row.invoice_id === file.invoice.id
      const flags = reviewed.find(({ id }) => id === file.invoice.id)?.flags ?? []
      return {
        ...invoiceView(file),
        why: flags.length > 0 ? flagWords(flags) : null,
        history: history.filter(({ invoiceId }) => invoiceId === file.invoice.id),
        failing: messages.filter(ofThis).filter(({ attempts }) => attempts > 0),
        claims: claims.filter(ofThis),
      }
    }),
  }
}

function invoiceView(file: OpenFile) {
  const { invoice, refunds } = file
  const sent = refunds.reduce((sum, { road }) => sum + (road.how === "bitcoin" ? road.sats : 0n), 0n)
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
    takenPence: Number(file.takenPence),
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
    refunds: refunds.map(({ id, pence, road, note, by, at, bookedAt, lastError }) => ({
      id,
      pence: Number(pence),
      how: road.how,
      sats: road.how === "bitcoin" ? road.sats.toString() : null,
      address: road.how === "bitcoin" ? road.address : null,
      txid: road.how === "bitcoin" ? road.txid : null,
      url: road.how === "bitcoin" ? transactionPage(road.txid) : null,
      note,
      by: by.email,
      at: iso(at),
      isBooked: bookedAt !== null,
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
