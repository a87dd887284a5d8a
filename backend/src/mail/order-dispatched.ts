import { z } from "@medusajs/framework/zod"
import { damageTerms, isTracked } from "@shop/contracts"
import { button, copyable, fact, heading, lines, panel, paragraph, type Block } from "./blocks"
import { buyerMail, orderPageUrl } from "./define-order-mail"
import { arrivalLine, followOrder, itemLines } from "./order-blocks"
import { readEstimate } from "../orders/delivery-estimate"
import { currentBrand } from "../platform/config/current-brand"
import { readParcel } from "../platform/medusa-tables/parcels"
import { queryGraph } from "../platform/sql/query"
import { deliveryLines, describeItem } from "../orders/projections"

interface Tracking {
  carrier: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** The delivery is one that has a number as a rule. */
  isTracked: boolean
}

const label = z.string().trim().min(1).nullable().catch(null)

const fulfillmentRow = z.object({
  canceled_at: z.coerce.date().nullish(),
  items: z.array(
    z.object({ title: z.string(), quantity: z.coerce.number().int(), line_item_id: z.string().nullish() }),
  ),
})

export const orderDispatched = buyerMail({
  name: "order-dispatched",
  label: "Parcel on its way",
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
  async load({ order }, context, { fulfillmentId, carrier, trackingNumber, trackingUrl }) {
    const [parcel] = await queryGraph(context.container, fulfillmentRow, {
      entity: "fulfillment",
      filters: { id: fulfillmentId },
    })
    if (!parcel || parcel.canceled_at) return null
    const ordered = new Map(order.items.map((item) => [item.id, item]))
    const packed = parcel.items.map((line) => ({ ...line, item: ordered.get(line.line_item_id ?? "") }))
    const pictures = await context.readLinePictures(
      packed.map(({ item }) => ({ thumbnail: item?.thumbnail ?? null })),
    )
    const [sent] = await readParcel(context.container, { id: fulfillmentId })
    return {
      tracking: { carrier, trackingNumber, trackingUrl, isTracked: isTracked(sent?.method) },
      arrival: await readEstimate(context.container, order.id),
      items: packed.map(({ item, title, quantity }, index) => ({
        ...(item ? describeItem(item) : { name: title, detail: "" }),
        quantity,
        picture: pictures[index] ?? null,
      })),
      deliverTo: deliveryLines(order),
      followUrl: await orderPageUrl(context, order.id),
    }
  },
  render: ({ number, tracking, arrival, items, deliverTo, followUrl }) => ({
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
      paragraph(damageTerms(currentBrand.reportWithin)),
    ],
  }),
})

function trackingBlocks({ carrier, trackingNumber, trackingUrl, isTracked }: Tracking): Block[] {
  if (trackingNumber === null && trackingUrl === null) {
    return [
      paragraph(
        isTracked ? "There is no tracking number for this parcel." : "This delivery has no tracking.",
      ),
    ]
  }
  return [
    panel([
      ...(carrier === null ? [] : [fact("Carrier", carrier)]),
      ...(trackingNumber === null ? [] : [copyable("Tracking number", trackingNumber)]),
      ...(trackingUrl === null ? [] : [button("Track your parcel", trackingUrl)]),
    ]),
  ]
}
