import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"

/**
 * Clears away what a process that was killed in the middle of writing this order left behind: its rows, its stock and
 * its payment. Nobody was ever told of it. The caller holds the cart's lock.
 */
export async function discardHalfOrder(container: MedusaContainer, orderId: string): Promise<void> {
  const orders = container.resolve(Modules.ORDER)
  const inventory = container.resolve(Modules.INVENTORY)
  const [order] = await orders.listOrders({ id: orderId }, { take: 1, select: ["id"], relations: ["items"] })
  const lines = order?.items?.map(({ id }) => id) ?? []
  if (lines.length > 0) await inventory.deleteReservationItemsByLineItem(lines)
  await container.resolve(ContainerRegistrationKeys.LINK).delete({ [Modules.ORDER]: { order_id: orderId } })
  if (order) await orders.deleteOrders([orderId])
}
