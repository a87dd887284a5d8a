import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "../../platform/sql/query"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { carrierOf, trackingUrlOf } from "../../orders/carrier"

const text = z
  .string()
  .nullish()
  .transform((value) => (value?.trim() ? value.trim() : null))
const parcelRow = z.object({
  id: z.string(),
  shipped_at: z.coerce.date().nullish(),
  canceled_at: z.coerce.date().nullish(),
  order: z.object({ id: z.string(), no_notification: z.boolean().nullish() }).nullish(),
  labels: z.array(z.object({ tracking_number: text, tracking_url: text })).nullish(),
})

/** Mails the buyer of a shipped parcel how to track it, unless its order wants no notifications. Idempotent. */
export async function handleOrderShipped(container: MedusaContainer, fulfillmentId: string): Promise<void> {
  const [parcel] = await queryGraph(container, parcelRow, {
    entity: "fulfillment",
    fields: [
      "id",
      "shipped_at",
      "canceled_at",
      "order.id",
      "order.no_notification",
      "labels.tracking_number",
      "labels.tracking_url",
    ],
    filters: { id: fulfillmentId },
  })
  // Medusa undoes a shipment whose order it could not update.
  if (!parcel?.order || !parcel.shipped_at || parcel.canceled_at || parcel.order.no_notification === true)
    return
  const labels = parcel.labels ?? []
  const numbers = [...new Set(labels.flatMap(({ tracking_number }) => tracking_number ?? []))]
  // The admin writes `#` when staff enter no tracking URL.
  const typedUrl = labels.flatMap(({ tracking_url }) => tracking_url ?? []).find((url) => url !== "#")
  const trackingUrl = typedUrl ?? trackingUrlOf(numbers[0] ?? "") ?? undefined
  await enqueueOrderMail(container, "order-dispatched", {
    orderId: parcel.order.id,
    fulfillmentId,
    carrier: carrierOf(trackingUrl),
    trackingNumber: numbers.length > 0 ? numbers.join(", ") : null,
    trackingUrl: trackingUrl ?? null,
  })
}
