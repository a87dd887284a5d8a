import { z } from "@medusajs/framework/zod"
import type { BitcoinPayment } from "@shop/contracts"
import { ACCESS } from "../modules/access"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import type { PaymentDetails } from "../modules/card-payment"
import { findCardPayments, PROVIDERS, readProvider } from "../orders/payment-method"
import { orderContent, readOrder, type OrderContent } from "../orders/projections"
import type { MailContext } from "./define-mail"

/** What the outbox stores of a mail about an order, or about one of its quotes. */
export const aboutOrder = z.object({
  orderId: z.string(),
  invoiceId: z.string().optional(),
  incident: z.number().int().optional(),
})

export interface OrderView {
  order: OrderContent
  /** The quote that the mail is about, otherwise the order's current one. Null for an order paid by card. */
  bitcoin: BitcoinPayment | null
  /** Its payment on a card processor's page; null: it is not paid there. */
  card: PaymentDetails | null
  /** Whether the order has a later quote than this one. */
  isSuperseded: boolean
}

/** The order and its Bitcoin payment as they are now. Null when the order does not exist. */
export async function readOrderView(
  { container, shop }: MailContext,
  { orderId, invoiceId }: z.output<typeof aboutOrder>,
): Promise<OrderView | null> {
  const payments = container.resolve(BITCOIN_PAYMENT)
  const [order, provider, latest, requested, details] = await Promise.all([
    readOrder(container, orderContent, orderId),
    readProvider(container, orderId),
    payments.orderPayments.ofOrder(orderId, shop.name),
    invoiceId === undefined ? null : payments.orderPayments.ofInvoice(invoiceId, shop.name),
    findCardPayments(container)?.detailsOfOrder(orderId),
  ])
  if (order === undefined) return null
  // The buyer may have changed from Bitcoin to the card.
  const current = provider === null || provider === PROVIDERS.bitcoin ? latest : null
  const bitcoin = requested ?? current
  const card = provider === PROVIDERS.card ? (details?.[0] ?? null) : null
  return { order, bitcoin, card, isSuperseded: bitcoin?.address !== current?.address }
}

/** An order paid in Bitcoin. */
type BitcoinOrderView = OrderView & { bitcoin: BitcoinPayment }

/**
 * Loads a mail about a Bitcoin payment.
 * @param toView null when the payment has changed since, and the mail must not be sent
 */
export async function loadBitcoinOrder<View>(
  context: MailContext,
  about: z.output<typeof aboutOrder>,
  toView: (found: BitcoinOrderView) => Promise<View | null> | View | null,
): Promise<{ id: string; view: View } | null> {
  const found = await readOrderView(context, about)
  if (!found?.bitcoin) return null
  const view = await toView({ ...found, bitcoin: found.bitcoin })
  return view === null ? null : { id: found.order.id, view }
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
  return `${url}#key=${await container.resolve(ACCESS).issueOrderKey(orderId, { isMailed: true })}`
}
