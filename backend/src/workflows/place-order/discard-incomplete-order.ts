import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { orderIdsOf } from "./order-ids"
import { whileStockLocked } from "./while-stock-locked"

/**
 * Clears away what a process that was killed in the middle of writing this cart's order left behind: stock, payment,
 * links and the order itself, last, because it is what the rest is found by. Nobody was ever told of it. The caller
 * holds the cart's lock.
 */
export async function discardIncompleteOrder(container: MedusaContainer, cartId: string): Promise<void> {
  const ids = orderIdsOf(cartId)
  const orders = container.resolve(Modules.ORDER)
  const [order] = await orders.listOrders(
    { id: ids.order },
    { take: 1, select: ["id"], relations: ["items"] },
  )
  const lines = order?.items?.map(({ id }) => id) ?? []
  if (lines.length > 0) await freeStock(container, lines)
  await container.resolve(Modules.PAYMENT).deletePaymentCollections([ids.collection])
  await container.resolve(ContainerRegistrationKeys.LINK).delete({ [Modules.ORDER]: { order_id: ids.order } })
  await container
    .resolve(Modules.CART)
    .updateCarts([{ id: cartId, completed_at: null, email: null, customer_id: null }])
  if (order) await orders.deleteOrders([ids.order])
}

async function freeStock(container: MedusaContainer, lines: string[]): Promise<void> {
  const inventory = container.resolve(Modules.INVENTORY)
  const reservations = await inventory.listReservationItems(
    { line_item_id: lines },
    { select: ["id", "inventory_item_id"] },
  )
  const items = reservations.map(({ inventory_item_id }) => inventory_item_id)
  await whileStockLocked(container, items, () => inventory.deleteReservationItemsByLineItem(lines))
}
