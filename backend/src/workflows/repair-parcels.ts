import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { interruptedParcels } from "../platform/medusa-tables/interrupted-parcels"
import { runEach } from "./run-each"

/**
 * Finishes or cancels each parcel that a crash interrupted as it was made, and cancels those that it interrupted as they were cancelled.
 * Nothing says whether the stock of a cancelled one is right, so staff are told to count it: it is never raised on a guess, which
 * could sell what is not there. Idempotent. @throws MedusaError as `runEach`
 */
export async function repairParcels(container: MedusaContainer): Promise<void> {
  const found = await interruptedParcels(container)
  await runEach("repairs of an interrupted parcel", found, async (parcel) => {
    const { id, orderId, number, items, isLinked, isBeingCancelled, counted } = parcel
    if (!isLinked)
      await container.resolve(ContainerRegistrationKeys.LINK).create({
        [Modules.ORDER]: { order_id: orderId },
        [Modules.FULFILLMENT]: { fulfillment_id: id },
      })
    if (counted.length > 0 && !isBeingCancelled) return
    if (counted.length > 0)
      await container.resolve(Modules.ORDER).cancelFulfillment({
        ...{ order_id: orderId, reference: Modules.FULFILLMENT, reference_id: id, items: counted },
      })
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      ...{ to: "", channel: "feed", template: "admin-ui", idempotency_key: `interrupted-parcel:${id}` },
      data: {
        title: `Order #${number}: ${isBeingCancelled ? "a parcel is cancelled; count its stock" : "make the parcel again, and count its stock"}`,
        description: `The server stopped while a parcel was ${isBeingCancelled ? "cancelled" : "made"} (${items}). It is cancelled. Its items may be missing from the stock: count them, and correct them under Inventory.`,
      },
    })
    // Last: a cancelled one is not found again.
    await container.resolve(Modules.FULFILLMENT).cancelFulfillment(id)
  })
}
