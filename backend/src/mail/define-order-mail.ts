import { z } from "@medusajs/framework/zod"
import type { BitcoinPayment, PaymentMethod } from "@shop/contracts"
import { ACCESS } from "../modules/access"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import type { PaymentDetails } from "../modules/card-payment"
import { findCardPayments, methodOfProvider } from "../orders/payment-method"
import { orderContent, readOrder, type OrderContent } from "../orders/projections"
import { readProvider } from "../platform/medusa-tables/order-payment"
import { defineMail, type MailContext } from "./define-mail"
import type { EmailContent } from "./layout"
import type { Shop } from "./shop"

export const aboutOrder = z.object({
  orderId: z.string(),
  invoiceId: z.string().optional(),
  /** By card. */
  paymentId: z.string().optional(),
  incident: z.number().int().optional(),
})
type AboutOrder = Pick<z.output<typeof aboutOrder>, "orderId" | "invoiceId" | "paymentId">

export interface MailedOrder {
  order: OrderContent
  /** Undefined: charged by hand, or £0. */
  method: PaymentMethod | undefined
  /** The quote that the mail is about, else the current one. Null: not paid in Bitcoin. */
  bitcoin: BitcoinPayment | null
  /** The payment on a card processor's page that the mail is about, else the newest; null: it is not paid there. */
  card: PaymentDetails | null
  isSuperseded: boolean
}

interface OrderMail<Name extends string, Schema extends z.ZodType<AboutOrder>, View, Facts> {
  name: Name
  label: string
  schema: Schema
  /** Null: the order or its payment has changed since, and the mail must not be sent. */
  load: (
    found: MailedOrder,
    context: MailContext,
    about: z.output<Schema>,
  ) => Promise<View | null> | View | null
  render: (view: NoInfer<View> & Facts, shop: Shop) => EmailContent
}

interface BuyerFacts {
  number: number
}

export function buyerMail<const Name extends string, Schema extends z.ZodType<AboutOrder>, View>(
  mail: OrderMail<Name, Schema, View, BuyerFacts>,
) {
  return defineOrderMail("customer", mail, ({ order }) => ({ number: order.display_id }))
}

export interface StaffFacts {
  number: number
  totalPence: number
  buyer: string
  orderUrl: string
}

export function staffMail<const Name extends string, Schema extends z.ZodType<AboutOrder>, View>(
  mail: OrderMail<Name, Schema, View, StaffFacts>,
) {
  return defineOrderMail("staff", mail, ({ order }, { adminUrl }) => ({
    number: order.display_id,
    totalPence: order.total,
    buyer: order.email,
    orderUrl: `${adminUrl}/orders/${encodeURIComponent(order.id)}`,
  }))
}

function defineOrderMail<const Name extends string, Schema extends z.ZodType<AboutOrder>, View, Facts>(
  audience: "customer" | "staff",
  { name, label, schema, load, render }: OrderMail<Name, Schema, View, Facts>,
  factsOf: (found: MailedOrder, context: MailContext) => Facts,
) {
  return defineMail<Name, Schema, View & Facts>({
    name,
    label,
    audience,
    resource: "order",
    schema,
    async load(context, about) {
      const found = await readMailedOrder(context, about)
      const view = found && (await load(found, context, about))
      return view && { id: found.order.id, view: { ...view, ...factsOf(found, context) } }
    },
    render,
  })
}

async function readMailedOrder(
  { container, shop }: MailContext,
  { orderId, invoiceId, paymentId }: AboutOrder,
): Promise<MailedOrder | null> {
  const payments = container.resolve(BITCOIN_PAYMENT)
  const [order, provider, latest, requested, details] = await Promise.all([
    readOrder(container, orderContent, orderId),
    readProvider(container, orderId),
    payments.orderPayments.ofOrder(orderId, shop.name),
    invoiceId === undefined ? null : payments.orderPayments.ofInvoice(invoiceId, shop.name),
    findCardPayments(container)?.payments.detailsOfOrder(orderId),
  ])
  if (order === undefined) return null
  const methodNow = methodOfProvider(provider)
  // The buyer may have changed from Bitcoin to another method.
  const current = provider === null || methodNow === "bitcoin" ? latest : null
  const asked = details?.find(({ payment }) => payment.id === paymentId) ?? null
  const bitcoin = asked === null ? (requested ?? current) : null
  return {
    order,
    method: bitcoin === null ? methodNow : "bitcoin",
    bitcoin,
    card: asked ?? (bitcoin === null && methodNow === "card" ? (details?.[0] ?? null) : null),
    isSuperseded: bitcoin?.address !== current?.address,
  }
}

export async function orderPageUrl(context: MailContext, orderId: string): Promise<string> {
  return withOrderKey(context, orderId, `${context.shop.url}/orders/${encodeURIComponent(orderId)}`)
}

export async function paymentPageUrl(context: MailContext, orderId: string): Promise<string> {
  return withOrderKey(context, orderId, `${context.shop.url}/checkout?order=${encodeURIComponent(orderId)}`)
}

/** Browsers do not send the fragment, so the secret appears in no log and no Referer. */
async function withOrderKey({ container }: MailContext, orderId: string, url: string): Promise<string> {
  return `${url}#key=${await container.resolve(ACCESS).issueOrderKey(orderId, { isMailed: true })}`
}
