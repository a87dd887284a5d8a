import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { interruptedParcels, unmarkParcel } from "../platform/medusa-tables/interrupted-parcels"
import { withParcelsLocked } from "./parcels/parcel-lock"
import { runEach } from "./run-each"

type Parcel = Awaited<ReturnType<typeof interruptedParcels>>[number]

/**
 * Finishes or cancels each parcel that a crash interrupted as it was made, and cancels those that it interrupted as they were cancelled,
 * unless they were sent all the same. Nothing says whether the stock of such a parcel is right, so staff are told to count it: it is never
 * raised on a guess, which could sell what is not there. One that was marked as shipped or delivered is so in full. Looks again under the
 * lock: staff or another process may have changed it. Idempotent. @throws MedusaError as `runEach`
 */
export async function repairParcels(container: MedusaContainer): Promise<void> {
  const found = await interruptedParcels(container, { parcelId: null })
  await runEach("repairs of an interrupted parcel", found, ({ id, orderId }) =>
    withParcelsLocked(container, orderId, () => repairParcel(container, id)),
  )
}

async function repairParcel(container: MedusaContainer, parcelId: string): Promise<void> {
  const [parcel] = await interruptedParcels(container, { parcelId })
  if (parcel === undefined) return
  const { id, orderId, items, isLinked, isBeingCancelled, isShipped, isDelivered, recorded, counted } = parcel
  const isSent =
    isShipped ||
    isDelivered ||
    (counted.length > 0 && recorded.some((action) => action === "SHIP_ITEM" || action === "DELIVER_ITEM"))
  if (!isLinked)
    await container.resolve(ContainerRegistrationKeys.LINK).create({
      [Modules.ORDER]: { order_id: orderId },
      [Modules.FULFILLMENT]: { fulfillment_id: id },
    })
  if (counted.length > 0 && !isBeingCancelled) {
    await finishSending(container, parcel)
    return
  }
  if (counted.length > 0 && !isSent)
    await container.resolve(Modules.ORDER).cancelFulfillment(countsOf(parcel))
  const [todo, end] = isSent
    ? ["a parcel that was being cancelled has left; count its stock", "It was sent all the same, and stays."]
    : isBeingCancelled
      ? ["a parcel is cancelled; count its stock", "It is cancelled."]
      : ["make the parcel again, and count its stock", "It is cancelled."]
  await tellStaff(container, parcel, {
    key: "interrupted-parcel",
    todo,
    description: `The server stopped while a parcel was ${isBeingCancelled ? "cancelled" : "made"} (${items}). ${end} Its items may be missing from the stock: count them, and correct them under Inventory.`,
  })
  // Last: it is not found again.
  if (isSent) await unmarkParcel(container, { id })
  else await container.resolve(Modules.FULFILLMENT).cancelFulfillment(id)
}

async function finishSending(container: MedusaContainer, parcel: Parcel): Promise<void> {
  const { id, items, recorded, isShipped, isDelivered } = parcel
  const orders = container.resolve(Modules.ORDER)
  const isRecorded = recorded.includes("SHIP_ITEM")
  const isArrivalRecorded = recorded.includes("DELIVER_ITEM")
  if (isShipped && !isRecorded) await orders.registerShipment(countsOf(parcel))
  if (isDelivered && !isArrivalRecorded) await orders.registerDelivery(countsOf(parcel))
  const parcels = container.resolve(Modules.FULFILLMENT)
  if (!isDelivered && isArrivalRecorded) await parcels.updateFulfillment(id, { delivered_at: new Date() })
  if (isShipped || !isRecorded) return
  await tellStaff(container, parcel, {
    key: "interrupted-shipment",
    todo: "a parcel is shipped; tell its buyer the tracking number",
    description: `The server stopped while a parcel was marked as shipped (${items}). It is, but a tracking number that you gave it is lost: if it has one, email it to the buyer.`,
  })
  await parcels.updateFulfillment(id, { shipped_at: new Date() })
}

const countsOf = ({ id, orderId, counted }: Parcel) => ({
  ...{ order_id: orderId, reference: Modules.FULFILLMENT, reference_id: id, items: counted },
})

async function tellStaff(
  container: MedusaContainer,
  { id, number }: Parcel,
  { key, todo, description }: { key: string; todo: string; description: string },
): Promise<void> {
  await container.resolve(Modules.NOTIFICATION).createNotifications({
    ...{ to: "", channel: "feed", template: "admin-ui", idempotency_key: `${key}:${id}` },
    data: { title: `Order #${number}: ${todo}`, description },
  })
}
