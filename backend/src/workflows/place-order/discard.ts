import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { releaseStock } from "medusa-payments/workflows"
import { recountPromotions } from "../../orders/discounts/promotion-usage"
import { findCardPayments } from "../../orders/payment-method"
import { orderIdsOf } from "./order-of-cart"

/**
 * Removes what was written of this cart's order, after a failure as after a crash; the order last: the rest is found by it.
 * - The link to the cart goes first and alone. If the database fails before, the order stays placed and whole; if it
 *   fails later, the order is incomplete, and the next attempt or the recovery goes on here.
 * - The payment that Medusa's checkout took from the cart stays the cart's: the next attempt uses it.
 * The caller holds the cart's lock. `orderId`: Medusa's checkout chooses its own.
 */
export async function discardIncompleteOrder(
  container: MedusaContainer,
  cartId: string,
  orderId = orderIdsOf(cartId).order,
): Promise<void> {
  const { collection } = orderIdsOf(cartId)
  const orders = container.resolve(Modules.ORDER)
  const link = container.resolve(ContainerRegistrationKeys.LINK)
  await link.dismiss({ [Modules.ORDER]: { order_id: orderId }, [Modules.CART]: { cart_id: cartId } })
  await container.resolve(BITCOIN_PAYMENT).settlement.closeOfOrder(orderId, "cancelled")
  await findCardPayments(container)?.payments.closeOfOrder(orderId, "cancelled")
  const [order] = await orders.listOrders({ id: orderId }, { take: 1, select: ["id"], relations: ["items"] })
  const lines = order?.items?.map(({ id }) => id) ?? []
  if (lines.length > 0) await releaseStock(container, lines)
  await link.delete({ [Modules.PAYMENT]: { payment_collection_id: collection } })
  await container.resolve(Modules.PAYMENT).deletePaymentCollections([collection])
  await link.delete({ [Modules.ORDER]: { order_id: orderId } })
  await container
    .resolve(Modules.CART)
    .updateCarts([{ id: cartId, completed_at: null, email: null, customer_id: null }])
  await recountPromotions(container, orderId)
  if (order) await orders.deleteOrders([orderId])
}
