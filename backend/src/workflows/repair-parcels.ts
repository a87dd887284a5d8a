import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { interruptedParcels } from "../platform/medusa-tables/interrupted-parcels"
import { runEach } from "./run-each"

/**
 * Finishes or cancels each parcel that a crash interrupted. Nothing says whether the stock of one that its order does not count was
 * lowered, so staff are told to count it: it is never raised on a guess, which could sell what is not there. Idempotent.
 * @throws MedusaError as `runEach`
 */
export async function repairParcels(container: MedusaContainer): Promise<void> {
  const found = await interruptedParcels(container)
  await runEach("repairs of an interrupted parcel", found, async (parcel) => {
    const { id, orderId, number, items, isLinked, isCounted } = parcel
    if (!isLinked)
      await container.resolve(ContainerRegistrationKeys.LINK).create({
        [Modules.ORDER]: { order_id: orderId },
        [Modules.FULFILLMENT]: { fulfillment_id: id },
      })
    if (isCounted) return
    await container.resolve(Modules.NOTIFICATION).createNotifications({
      ...{ to: "", channel: "feed", template: "admin-ui", idempotency_key: `interrupted-parcel:${id}` },
      data: {
        title: `Order #${number}: make the parcel again, and count its stock`,
        description: `The server stopped while a parcel was made (${items}). It is cancelled. Its items may be missing from the stock: count them, and correct them under Inventory.`,
      },
    })
    // Last: a cancelled one is not found again.
    await container.resolve(Modules.FULFILLMENT).cancelFulfillment(id)
  })
}
