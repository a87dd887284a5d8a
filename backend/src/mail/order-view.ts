import { z } from "@medusajs/framework/zod"
import type { BitcoinPayment } from "@shop/contracts"
import { ACCESS } from "../modules/access"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { queryRows } from "../query/query-rows"
import { ORDER_FIELDS, orderRow, type OrderRow } from "../orders/order-row"
import type { MailContext } from "./define-mail"

/** What the outbox stores of a mail about an order, or about one of its quotes. */
export const aboutOrder = z.object({
  orderId: z.string(),
  invoiceId: z.string().optional(),
  incident: z.number().int().optional(),
})

export interface OrderView {
  order: OrderRow
  /** The quote that the mail is about, otherwise the order's current one. Null for an order paid by card. */
  bitcoin: BitcoinPayment | null
  /** Whether the order has a later quote than this one. */
  isSuperseded: boolean
}

/** The order and its Bitcoin payment as they are now. Null when the order does not exist. */
export async function readOrderView(
  { container }: MailContext,
  { orderId, invoiceId }: z.output<typeof aboutOrder>,
): Promise<OrderView | null> {
  const payments = container.resolve(BITCOIN_PAYMENT)
  const [[order], current, requested] = await Promise.all([
    queryRows(container, orderRow, { entity: "order", fields: ORDER_FIELDS, filters: { id: orderId } }),
    payments.paymentForOrder(orderId),
    invoiceId === undefined ? null : payments.paymentOfInvoice(invoiceId),
  ])
  if (order === undefined) return null
  const bitcoin = requested ?? current
  return { order, bitcoin, isSuperseded: bitcoin?.address !== current?.address }
}

/** The order's own page, with a new secret that opens it. */
export async function orderPageUrl(context: MailContext, orderId: string): Promise<string> {
  return withOrderKey(context, orderId, `${context.shop.url}/orders/${encodeURIComponent(orderId)}`)
}

/** The page where the order is paid, with a new secret that opens it. */
export async function paymentPageUrl(context: MailContext, orderId: string): Promise<string> {
  return withOrderKey(context, orderId, `${context.shop.url}/checkout?order=${encodeURIComponent(orderId)}`)
}

export function adminOrderUrl({ adminUrl }: MailContext, orderId: string): string {
  return `${adminUrl}/orders/${encodeURIComponent(orderId)}`
}

/** Browsers do not send the fragment, so the secret appears in no log and no Referer. */
async function withOrderKey({ container }: MailContext, orderId: string, url: string): Promise<string> {
  return `${url}#key=${await container.resolve(ACCESS).issueOrderKey(orderId)}`
}
