import { z } from "@medusajs/framework/zod"
import { orderTable } from "../layout/order-table"
import { heading, lines, paragraph, type Block } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { pounds, ukTime } from "../layout/formats"
import { cancellationRights } from "./cancellation"
import { followOrder } from "./follow-order"
import { paymentBlocks, paymentSchema } from "./order-payment"

const pence = z.number().int().min(0)

export const orderPlacedSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  /** ISO 8601. */
  placedAt: z.iso.datetime(),
  items: z
    .array(
      z.object({
        name: z.string(),
        detail: z.string(),
        quantity: z.number().int().min(1),
        totalPence: pence,
      }),
    )
    .min(1),
  subtotalPence: pence,
  delivery: z.object({ label: z.string(), pence }),
  totalPence: pence,
  /** VAT that is in the total, a line for each rate. */
  vat: z.array(z.object({ rate: z.number().min(0), grossPence: pence, vatPence: pence })),
  /** Name and address as on the parcel. */
  deliverTo: z.array(z.string()).min(1),
  payment: paymentSchema,
  /** The order's own page, with the secret that opens it. */
  followUrl: z.url(),
})
export type OrderPlaced = z.infer<typeof orderPlacedSchema>

/** The confirmation on a durable medium: what was ordered and for how much, how it is paid, delivered and cancelled. */
export function orderPlaced(order: OrderPlaced): Mail {
  const { shop, number } = order
  return emailLayout({
    shop,
    subject: `Your order ${number} at ${shop.name}`,
    preview: `${pounds(order.totalPence)} including VAT and delivery.`,
    title: "Thank you for your order",
    blocks: [
      paragraph(`We have received your order number ${number}, placed on ${ukTime(order.placedAt)}.`),
      ...paymentBlocks(order.payment),
      ...followOrder(order.followUrl),
      heading("What you ordered"),
      orderTable(order.items, sumsOf(order)),
      heading("Delivery"),
      lines(order.deliverTo),
      paragraph(`${order.delivery.label}. It usually takes 2-3 business days once your payment is complete.`),
      ...cancellationRights(shop, number),
    ] satisfies Block[],
  })
}

function sumsOf({ subtotalPence, delivery, totalPence, vat }: OrderPlaced) {
  return [
    { label: "Subtotal", amount: pounds(subtotalPence) },
    { label: "Delivery", amount: delivery.pence === 0 ? "Free" : pounds(delivery.pence) },
    { label: "Total including VAT", amount: pounds(totalPence), isTotal: true },
    ...vat.map(({ rate, grossPence, vatPence }) => ({
      label: `VAT at ${rate}% on ${pounds(grossPence)}, included`,
      amount: pounds(vatPence),
    })),
  ]
}
