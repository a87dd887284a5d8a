import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { interruptedParcels, unmarkParcel } from "../platform/medusa-tables/interrupted-parcels"
import { runEach } from "./run-each"

/**
 * Finishes or cancels each parcel that a crash interrupted as it was made, and cancels those that it interrupted as they were cancelled,
 * unless they were sent all the same. Nothing says whether the stock of such a parcel is right, so staff are told to count it: it is never
 * raised on a guess, which could sell what is not there. Looks again under the parcel's lock: another process may have repaired it.
 * Idempotent. @throws MedusaError as `runEach`
 */
export async function repairParcels(container: MedusaContainer): Promise<void> {
  const found = await interruptedParcels(container, { parcelId: null })
  await runEach("repairs of an interrupted parcel", found, ({ id }) =>
    container.resolve(Modules.LOCKING).execute([id], () => repairParcel(container, id)),
  )
}

async function repairParcel(container: MedusaContainer, parcelId: string): Promise<void> {
  const [parcel] = await interruptedParcels(container, { parcelId })
  if (parcel === undefined) return
  const { id, orderId, number, items, isLinked, isBeingCancelled, isSent, counted } = parcel
  if (!isLinked)
    await container.resolve(ContainerRegistrationKeys.LINK).create({
      [Modules.ORDER]: { order_id: orderId },
      [Modules.FULFILLMENT]: { fulfillment_id: id },
    })
  if (counted.length > 0 && !isBeingCancelled) return
  if (counted.length > 0 && !isSent)
    await container.resolve(Modules.ORDER).cancelFulfillment({
      ...{ order_id: orderId, reference: Modules.FULFILLMENT, reference_id: id, items: counted },
    })
  const [todo, end] = isSent
    ? ["a parcel that was being cancelled has left; count its stock", "It was sent all the same, and stays."]
    : isBeingCancelled
      ? ["a parcel is cancelled; count its stock", "It is cancelled."]
      : ["make the parcel again, and count its stock", "It is cancelled."]
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    ...{ to: "", channel: "feed", template: "admin-ui", idempotency_key: `interrupted-parcel:${id}` },
    data: {
      title: `Order #${number}: ${todo}`,
      description: `The server stopped while a parcel was ${isBeingCancelled ? "cancelled" : "made"} (${items}). ${end} Its items may be missing from the stock: count them, and correct them under Inventory.`,
    },
  })
  // Last: it is not found again.
  if (isSent) await unmarkParcel(container, { id })
  else await container.resolve(Modules.FULFILLMENT).cancelFulfillment(id)
}
