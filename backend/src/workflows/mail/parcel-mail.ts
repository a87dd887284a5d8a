import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { TEMPLATES } from "../../modules/mail"
import { queryRows } from "../../query/query-rows"
import type { ComposedMail } from "./composed"
import { orderAddress } from "./order-address"
import { deliverTo, describeItem, readOrderView } from "./order-view"

const words = z.string().trim().min(1).nullable().catch(null)
const parcelSchema = z.object({
  orderId: z.string(),
  fulfillmentId: z.string(),
  carrier: words,
  trackingNumber: words,
  // Staff type it: what is no web address is left out rather than holding up the mail.
  trackingUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .catch(null),
})

const fulfillmentRow = z.object({
  canceled_at: z.coerce.date().nullish(),
  items: z.array(
    z.object({ title: z.string(), quantity: z.coerce.number().int(), line_item_id: z.string().nullish() }),
  ),
})

/** A parcel that left, as its buyer reads of it; null when it was called back meanwhile. */
export async function orderDispatchedMail(
  container: MedusaContainer,
  data: unknown,
): Promise<ComposedMail | null> {
  const { orderId, fulfillmentId, ...tracking } = parcelSchema.parse(data)
  const [news, [parcel]] = await Promise.all([
    readOrderView(container, orderId, null),
    queryRows(container, fulfillmentRow, {
      entity: "fulfillment",
      fields: ["id", "canceled_at", "items.title", "items.quantity", "items.line_item_id"],
      filters: { id: fulfillmentId },
    }),
  ])
  if (news === null || !parcel || parcel.canceled_at) return null
  const { shop, order } = news
  const ordered = new Map(order.items.map((item) => [item.id, item]))
  const items = parcel.items.map(({ line_item_id, title, quantity }) => {
    const item = ordered.get(line_item_id ?? "")
    return { ...(item ? describeItem(item) : { name: title, detail: "" }), quantity }
  })
  const mail = TEMPLATES["order-dispatched"]({
    shop,
    number: order.display_id,
    tracking,
    items,
    deliverTo: deliverTo(order),
    followUrl: await orderAddress(container, orderId),
  })
  return { mail, resource: { id: orderId, type: "order" } }
}
