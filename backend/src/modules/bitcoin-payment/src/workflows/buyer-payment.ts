import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  isByLightning,
  type BitcoinPayment,
  type PaymentReason,
} from "../modules/bitcoin-payment"
import { queryGraph } from "medusa-payments/database"
import { openInvoiceOfOrder } from "./open-invoice"

/** An order's payment as every storefront reads it. */
export interface BuyerPayment extends Omit<BitcoinPayment, "uri"> {
  orderNumber: number
  /** ISO 4217, in lower case. */
  currency: string
  /** BIP 21, for what is left to pay. Null: nothing can be paid now. */
  uri: string | null
  /** Why it is in review; empty in every other state. */
  reasons: readonly PaymentReason[]
  /** On the chain, oldest first. `url` is its page at `transactionUrl`. */
  transactions: readonly { txid: string; sats: string; confirmations: number; url: string | null }[]
  /** By this clock the times are meant. */
  answeredAt: string
}

const orderRow = z.object({ display_id: z.number(), currency_code: z.string() })

/** Opens the order's invoice if it has none. Null: no such order, or not in Bitcoin. @throws BitcoinUnavailable without rate or address */
export async function readBuyerPayment(
  container: MedusaContainer,
  orderId: string,
): Promise<BuyerPayment | null> {
  const payment = await openInvoiceOfOrder(container, orderId)
  if (payment === null) return null
  const { reviewService, transactionPage } = container.resolve(BITCOIN_PAYMENT)
  const [all, [order]] = await Promise.all([
    reviewService.detailsOfOrder(orderId),
    queryGraph(container, orderRow, {
      entity: "order",
      fields: ["display_id", "currency_code"],
      filters: { id: orderId },
    }),
  ])
  if (!order) return null
  const details = all.find(({ invoice }) => invoice.address === payment.address)
  const isPayable = payment.state === "awaiting_payment" || payment.state === "underpaid"
  return {
    ...payment,
    orderNumber: order.display_id,
    currency: order.currency_code,
    uri: isPayable ? payment.uri : null,
    reasons: payment.state === "review" ? (details?.reasons ?? []) : [],
    transactions: (details?.confirmations ?? [])
      .filter(({ output }) => !isByLightning(output))
      .map(({ output: { txid, amount }, depth }) => ({
        txid,
        sats: amount.toString(),
        confirmations: depth,
        url: transactionPage(txid),
      })),
    answeredAt: new Date().toISOString(),
  }
}
