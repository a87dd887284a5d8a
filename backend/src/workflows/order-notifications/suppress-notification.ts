import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** Stands in a parcel's own metadata: Medusa tells the choice in an event alone, and keeps it nowhere. */
export const NOTIFICATION_SUPPRESSED = "notification_suppressed"

const metadataSchema = z.record(z.string(), z.unknown()).nullish()

/** Whether staff chose to send this parcel without a mail. */
export function isNotificationSuppressed(metadata: unknown): boolean {
  return metadataSchema.parse(metadata)?.[NOTIFICATION_SUPPRESSED] === true
}

/**
 * Notes, before a parcel is marked as shipped, whether its buyer is to be told; the latest choice holds. A parcel that
 * does not exist is left to Medusa to refuse.
 */
export async function suppressNotification(
  container: MedusaContainer,
  fulfillmentId: string,
  isSilent: boolean,
): Promise<void> {
  const fulfilments = container.resolve(Modules.FULFILLMENT)
  const [parcel] = await fulfilments.listFulfillments(
    { id: fulfillmentId },
    { select: ["id", "metadata"], take: 1 },
  )
  if (!parcel || isNotificationSuppressed(parcel.metadata) === isSilent) return
  await fulfilments.updateFulfillment(fulfillmentId, {
    metadata: { ...metadataSchema.parse(parcel.metadata), [NOTIFICATION_SUPPRESSED]: isSilent },
  })
}
