import { z } from "@medusajs/framework/zod"
import { button, copyable, fact, heading, lines, panel, paragraph, type Block } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { followOrder } from "./follow-order"
import { itemLines, itemsSchema } from "./item-lines"

const trackingSchema = z.object({
  /** Who carries the parcel, like `Royal Mail`. */
  carrier: z.string().min(1).nullable(),
  trackingNumber: z.string().min(1).nullable(),
  trackingUrl: z.url({ protocol: /^https?$/ }).nullable(),
})

export const orderDispatchedSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  tracking: trackingSchema,
  items: itemsSchema,
  /** Name and address as on the parcel. */
  deliverTo: z.array(z.string()).min(1),
  followUrl: z.url(),
})
export type OrderDispatched = z.infer<typeof orderDispatchedSchema>

/** A parcel is on its way: who carries it, how to follow it, and what is in it. */
export function orderDispatched(parcel: OrderDispatched): Mail {
  const { shop, number, tracking, items, deliverTo, followUrl } = parcel
  return emailLayout({
    shop,
    subject: `Order ${number} is on its way`,
    preview: tracking.trackingNumber
      ? `Tracking number ${tracking.trackingNumber}.`
      : "It usually takes 2-3 business days.",
    title: "Your parcel is on its way",
    blocks: [
      paragraph(
        `We have handed the parcel of order number ${number} to ${tracking.carrier ?? "the carrier"}. Delivery usually takes 2-3 business days.`,
      ),
      ...trackingBlocks(tracking),
      heading("In the parcel"),
      itemLines(items),
      heading("It goes to"),
      lines(deliverTo),
      ...followOrder(followUrl),
      paragraph(
        "If something arrives damaged or is missing, please write to us within 48 hours of delivery, with photos, and we will put it right. Your legal rights are not affected.",
      ),
    ],
  })
}

function trackingBlocks({ carrier, trackingNumber, trackingUrl }: OrderDispatched["tracking"]): Block[] {
  if (trackingNumber === null && trackingUrl === null) {
    return [paragraph("This way of sending has no tracking.")]
  }
  return [
    panel([
      ...(carrier === null ? [] : [fact("Carrier", carrier)]),
      ...(trackingNumber === null ? [] : [copyable("Tracking number", trackingNumber)]),
      ...(trackingUrl === null ? [] : [button("Track your parcel", trackingUrl)]),
    ]),
  ]
}
