import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"

/** Stands in a parcel's own metadata: Medusa tells the choice in an event alone, and keeps it nowhere. */
export const SILENCE = "shipped_in_silence"

const metadataSchema = z.record(z.string(), z.unknown()).nullish()

/** Whether staff chose to send this parcel without a mail. */
export function isShippedInSilence(metadata: unknown): boolean {
  return metadataSchema.parse(metadata)?.[SILENCE] === true
}

/**
 * Notes, before a parcel is marked as shipped, whether its buyer is to be told; the latest choice holds. A parcel that
 * does not exist is left to Medusa to refuse.
 */
export async function noteSilence(
  container: MedusaContainer,
  fulfillmentId: string,
  isSilent: boolean,
): Promise<void> {
  const fulfilments = container.resolve(Modules.FULFILLMENT)
  const [parcel] = await fulfilments.listFulfillments(
    { id: fulfillmentId },
    { select: ["id", "metadata"], take: 1 },
  )
  if (!parcel || isShippedInSilence(parcel.metadata) === isSilent) return
  await fulfilments.updateFulfillment(fulfillmentId, {
    metadata: { ...metadataSchema.parse(parcel.metadata), [SILENCE]: isSilent },
  })
}
