import { z } from "@medusajs/framework/zod"
import { button, copyable, fact, heading, lines, panel, paragraph, type Block } from "./blocks"
import { defineMail } from "./define-mail"
import { samplePictures } from "./fixture-pictures"
import { sampleOrder } from "./fixtures"
import { arrivalLine, followOrder, itemLines, type Arrival, type Item } from "./order-blocks"
import { orderPageUrl, readOrderView } from "./order-view"
import { readEstimate } from "../orders/delivery-estimate"
import { queryGraph } from "../platform/sql/query"
import { deliveryLines, describeItem } from "../orders/projections"

interface Tracking {
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
}

interface View {
  number: number
  tracking: Tracking
  arrival: Arrival
  items: Item[]
  deliverTo: string[]
  followUrl: string
}

const label = z.string().trim().min(1).nullable().catch(null)

const fulfillmentRow = z.object({
  canceled_at: z.coerce.date().nullish(),
  items: z.array(
    z.object({ title: z.string(), quantity: z.coerce.number().int(), line_item_id: z.string().nullish() }),
  ),
})

const fixture: View = {
  number: sampleOrder.number,
  tracking: {
    carrier: "Royal Mail",
    trackingNumber: "AB123456789GB",
    trackingUrl: "https://www.royalmail.com/track-your-item#/tracking-results/AB123456789GB",
  },
  arrival: { label: "Wed 24 – Thu 25 Jun", isUnpaid: false },
  items: sampleOrder.items.map((item) => ({ ...item, picture: samplePictures.item })),
  deliverTo: sampleOrder.deliverTo,
  followUrl: sampleOrder.followUrl,
}

/** A parcel is on its way: the carrier, how to follow it and what is in it. */
export const orderDispatched = defineMail({
  name: "order-dispatched",
  audience: "customer",
  resource: "order",
  schema: z.object({
    orderId: z.string(),
    fulfillmentId: z.string(),
    carrier: label,
    trackingNumber: label,
    // Staff type it by hand. An invalid URL is left out, so that the mail is sent anyway.
    trackingUrl: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .catch(null),
  }),
  async load(context, { orderId, fulfillmentId, ...tracking }) {
    const [found, [parcel]] = await Promise.all([
      readOrderView(context, { orderId }),
      queryGraph(context.container, fulfillmentRow, {
        entity: "fulfillment",
        fields: ["id", "canceled_at", "items.title", "items.quantity", "items.line_item_id"],
        filters: { id: fulfillmentId },
      }),
    ])
    if (found === null || !parcel || parcel.canceled_at) return null
    const { order } = found
    const ordered = new Map(order.items.map((item) => [item.id, item]))
    const packed = parcel.items.map((line) => ({ ...line, item: ordered.get(line.line_item_id ?? "") }))
    const pictures = await context.readLinePictures(
      packed.map(({ item }) => ({ thumbnail: item?.thumbnail ?? null })),
    )
    return {
      id: orderId,
      view: {
        number: order.display_id,
        tracking,
        arrival: await readEstimate(context.container, orderId),
        items: packed.map(({ item, title, quantity }, index) => ({
          ...(item ? describeItem(item) : { name: title, detail: "" }),
          quantity,
          picture: pictures[index] ?? null,
        })),
        deliverTo: deliveryLines(order),
        followUrl: await orderPageUrl(context, orderId),
      },
    }
  },
  render: ({ number, tracking, arrival, items, deliverTo, followUrl }: View) => ({
    subject: `Order ${number} is on its way`,
    preview: tracking.trackingNumber
      ? `Tracking number ${tracking.trackingNumber}.`
      : arrival
        ? `Estimated arrival: ${arrival.label}.`
        : "It is with the carrier.",
    title: "Your parcel is on its way",
    blocks: [
      paragraph(`Your order ${number} is with ${tracking.carrier ?? "the carrier"}.`),
      ...arrivalLine(arrival),
      ...trackingBlocks(tracking),
      heading("In the parcel"),
      itemLines(items),
      heading("Delivery address"),
      lines(deliverTo),
      ...followOrder(followUrl, tracking.trackingUrl !== null),
      paragraph(
        "If something arrives damaged or is missing, please write to us within 48 hours of delivery, with photos, and we will put it right. Your legal rights are not affected.",
      ),
    ],
  }),
  fixtures: {
    "with tracking": fixture,
    "without tracking": {
      ...fixture,
      tracking: { carrier: null, trackingNumber: null, trackingUrl: null },
    },
  },
})

function trackingBlocks({ carrier, trackingNumber, trackingUrl }: Tracking): Block[] {
  if (trackingNumber === null && trackingUrl === null) {
    return [paragraph("This delivery has no tracking.")]
  }
  return [
    panel([
      ...(carrier === null ? [] : [fact("Carrier", carrier)]),
      ...(trackingNumber === null ? [] : [copyable("Tracking number", trackingNumber)]),
      ...(trackingUrl === null ? [] : [button("Track your parcel", trackingUrl)]),
    ]),
  ]
}
