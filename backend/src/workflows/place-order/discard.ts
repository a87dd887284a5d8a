import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { recountPromotions } from "../../discounts/promotion-usage"
import { findCardPayments } from "../../orders/payment-method"
import { orderIdsOf } from "./order-of-cart"
import { withStockLocked } from "./stock"

/**
 * Removes what was written of this cart's order, after a failure as after a crash: the link to the cart, invoice, card payment,
 * stock, payment, and last the order, because the rest is found by it. Its discounts can then be used again. No buyer was told about it.
 * - The link to the cart goes first and alone. If the database fails before, the order stays placed and whole; if it
 *   fails later, the order is incomplete, and the next attempt or the recovery goes on here.
 * - The caller holds the cart's lock.
 */
export async function discardIncompleteOrder(container: MedusaContainer, cartId: string): Promise<void> {
  const ids = orderIdsOf(cartId)
  const orders = container.resolve(Modules.ORDER)
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  await link.dismiss({ [Modules.ORDER]: { order_id: ids.order }, [Modules.CART]: { cart_id: cartId } })
  await container.resolve(BITCOIN_PAYMENT).settlement.cancelOfOrder(ids.order)
  await findCardPayments(container)?.closePaymentsOfOrder(ids.order, "cancelled")
  const [order] = await orders.listOrders(
    { id: ids.order },
    { take: 1, select: ["id"], relations: ["items"] },
  )
  const lines = order?.items?.map(({ id }) => id) ?? []
  if (lines.length > 0) await releaseStock(container, lines)
  await link.delete({ [Modules.PAYMENT]: { payment_collection_id: ids.collection } })
  await container.resolve(Modules.PAYMENT).deletePaymentCollections([ids.collection])
  await link.delete({ [Modules.ORDER]: { order_id: ids.order } })
  await container
    .resolve(Modules.CART)
    .updateCarts([{ id: cartId, completed_at: null, email: null, customer_id: null }])
  await recountPromotions(container, ids.order)
  if (order) await orders.deleteOrders([ids.order])
}

export async function releaseStock(container: MedusaContainer, lines: string[]): Promise<void> {
  const inventory = container.resolve(Modules.INVENTORY)
  const reservations = await inventory.listReservationItems(
    { line_item_id: lines },
    { select: ["id", "inventory_item_id"] },
  )
  const items = reservations.map(({ inventory_item_id }) => inventory_item_id)
  await withStockLocked(container, items, () => inventory.deleteReservationItemsByLineItem(lines))
}
