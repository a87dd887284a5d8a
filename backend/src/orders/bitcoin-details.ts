import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  type BitcoinPayment,
  type BitcoinRefund,
  type OwnerDetails,
  type RefundQuestion,
  type RefundTerms,
  toPounds,
} from "@shop/contracts"
import { environment } from "../platform/config"
import { transactionPage } from "../platform/config/explorer"
import { BITCOIN_PAYMENT, isLive } from "medusa-payment-bitcoin/modules/bitcoin-payment"

const invoiceRows = z.array(z.object({ id: z.string(), captured_at: z.coerce.date().nullish() }))
const outputRows = z.array(
  z.object({
    txid: z.string(),
    sats: z.string(),
    status: z.enum(["mempool", "confirmed", "conflicted", "gone", "settled"]),
    seen_at: z.coerce.date(),
  }),
)

export interface BitcoinHistory {
  seen: Date | null
  captured: Date | null
  transactions: OwnerDetails["transactions"]
}

export const NO_BITCOIN: BitcoinHistory = { seen: null, captured: null, transactions: [] }

/** Every transaction, or Lightning payment, that pays one of the order's quotes, oldest first. */
export async function bitcoinHistory(
  container: MedusaContainer,
  orderId: string,
  { confirmations }: BitcoinPayment,
): Promise<BitcoinHistory> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const invoices = invoiceRows.parse(await bitcoin.listBitcoinInvoices({ order_id: orderId }))
  const outputs = outputRows
    .parse(await bitcoin.listBitcoinOutputs({ invoice_id: invoices.map(({ id }) => id) }))
    .filter(isLive)
    .sort((one, other) => one.seen_at.getTime() - other.seen_at.getTime())
  return {
    seen: outputs[0]?.seen_at ?? null,
    captured: invoices.find(({ captured_at: at }) => at)?.captured_at ?? null,
    transactions: outputs.map(({ txid, sats, status }) => ({
      txid,
      url: status === "settled" ? null : transactionPage(txid),
      sats,
      isByLightning: status === "settled",
      confirmations: status === "confirmed" ? Math.max(1, confirmations) : 0,
    })),
  }
}

/** For the buyer only. Those of an earlier quote, and of an order that was paid by card afterwards, too. */
export async function bitcoinRefundsOf(
  container: MedusaContainer,
  orderId: string,
): Promise<BitcoinRefund[]> {
  const files = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
  return files
    .flatMap(({ refunds }) => refunds)
    .sort((one, other) => one.at - other.at)
    .flatMap(({ at, amountMinor, method }) => {
      if (method.kind !== "bitcoin") return []
      const { sats, address, txid, lightning } = method
      return {
        at: new Date(at).toISOString(),
        amount: toPounds(amountMinor),
        sats: sats.toString(),
        address,
        txid,
        preimage: lightning?.preimage ?? null,
        url: lightning === undefined ? transactionPage(txid) : null,
      }
    })
}

/** Whoever has a Lightning node can send refunds by Lightning too. */
export const REFUND_TERMS: RefundTerms = {
  network: environment.BITCOIN_NETWORK,
  byLightning: environment.BITCOIN_LIGHTNING_NODE !== "off",
}

/** The open request for a refund address, for the buyer only; null if there is none. */
export async function refundQuestionOf(
  container: MedusaContainer,
  orderId: string,
): Promise<RefundQuestion | null> {
  const question = await container.resolve(BITCOIN_PAYMENT).reviewService.refundQuestion(orderId)
  if (question === null) return null
  const { amountMinor, address } = question
  return {
    amount: toPounds(Number(amountMinor)),
    terms: REFUND_TERMS,
    given: address && { address: address.address, at: new Date(address.at).toISOString() },
  }
}
