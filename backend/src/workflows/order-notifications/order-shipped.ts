import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { queryRows } from "../../query/query-rows"
import { enqueueOrderDispatched } from "../../mail/enqueue-mail"

const CARRIERS: Readonly<Record<string, string>> = {
  "royalmail.com": "Royal Mail",
  "parcelforce.com": "Parcelforce",
  "dpd.co.uk": "DPD",
  "evri.com": "Evri",
  "yodel.co.uk": "Yodel",
  "dhl.com": "DHL",
  "ups.com": "UPS",
  "fedex.com": "FedEx",
}

/** The carrier that a tracking URL belongs to; null when its site is unknown. */
export function carrierOf(trackingUrl: string | undefined): string | null {
  if (trackingUrl === undefined || !URL.canParse(trackingUrl)) return null
  const { hostname } = new URL(trackingUrl)
  const known = Object.entries(CARRIERS).find(([site]) => hostname === site || hostname.endsWith(`.${site}`))
  return known?.[1] ?? null
}

const text = z
  .string()
  .nullish()
  .transform((value) => (value?.trim() ? value.trim() : null))
const parcelRow = z.object({
  id: z.string(),
  canceled_at: z.coerce.date().nullish(),
  order: z.object({ id: z.string(), no_notification: z.boolean().nullish() }).nullish(),
  labels: z.array(z.object({ tracking_number: text, tracking_url: text })).nullish(),
})

/** Mails the buyer of a shipped parcel how to track it, unless its order wants no notifications. Idempotent. */
export async function handleOrderShipped(container: MedusaContainer, fulfillmentId: string): Promise<void> {
  const [parcel] = await queryRows(container, parcelRow, {
    entity: "fulfillment",
    fields: [
      "id",
      "canceled_at",
      "order.id",
      "order.no_notification",
      "labels.tracking_number",
      "labels.tracking_url",
    ],
    filters: { id: fulfillmentId },
  })
  if (!parcel?.order || parcel.canceled_at || parcel.order.no_notification === true) return
  const labels = parcel.labels ?? []
  const numbers = [...new Set(labels.flatMap(({ tracking_number }) => tracking_number ?? []))]
  // The admin writes `#` when staff enter no tracking URL.
  const trackingUrl = labels.flatMap(({ tracking_url }) => tracking_url ?? []).find((url) => url !== "#")
  await enqueueOrderDispatched(container, {
    orderId: parcel.order.id,
    fulfillmentId,
    carrier: carrierOf(trackingUrl),
    trackingNumber: numbers.length > 0 ? numbers.join(", ") : null,
    trackingUrl: trackingUrl ?? null,
  })
}
