import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { queryRows } from "../../query/query-rows"
import { enqueueOrderDispatched } from "../mail/enqueue-order-mail"
import { carrierOf } from "./carrier-of"
import { isNotificationSuppressed } from "./suppress-notification"

const words = z
  .string()
  .nullish()
  .transform((text) => (text?.trim() ? text.trim() : null))
const parcelRow = z.object({
  id: z.string(),
  canceled_at: z.coerce.date().nullish(),
  metadata: z.unknown(),
  order: z.object({ id: z.string(), no_notification: z.boolean().nullish() }).nullish(),
  labels: z.array(z.object({ tracking_number: words, tracking_url: words })).nullish(),
})

/**
 * A parcel was handed over: its buyer reads so, with how to follow it as staff have written it on its label, unless staff
 * chose to tell nobody of this parcel, or of this order. Asked again, nothing happens.
 */
export async function notifyShipment(container: MedusaContainer, fulfillmentId: string): Promise<void> {
  const [parcel] = await queryRows(container, parcelRow, {
    entity: "fulfillment",
    fields: [
      "id",
      "canceled_at",
      "metadata",
      "order.id",
      "order.no_notification",
      "labels.tracking_number",
      "labels.tracking_url",
    ],
    filters: { id: fulfillmentId },
  })
  if (!parcel?.order || parcel.canceled_at) return
  if (parcel.order.no_notification === true || isNotificationSuppressed(parcel.metadata)) return
  const labels = parcel.labels ?? []
  const numbers = [...new Set(labels.flatMap(({ tracking_number }) => tracking_number ?? []))]
  // The admin writes `#` where staff leave the address out.
  const trackingUrl = labels.flatMap(({ tracking_url }) => tracking_url ?? []).find((url) => url !== "#")
  await enqueueOrderDispatched(container, {
    orderId: parcel.order.id,
    fulfillmentId,
    carrier: carrierOf(trackingUrl),
    trackingNumber: numbers.length > 0 ? numbers.join(", ") : null,
    trackingUrl: trackingUrl ?? null,
  })
}
