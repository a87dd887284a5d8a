import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { incompleteOrders } from "../../platform/medusa-tables/placing"
import { causeOf } from "../../platform/config/logger"
import { repairPlacedOrder } from "./repair-placed-order"
import { discardIncompleteOrder } from "./discard"
import { standardPathLock } from "./medusa-path"
import { findOrderOfCart } from "./order-of-cart"

/** Longer than any order takes, as for placing it. */
const LOCK_SECONDS = 30

/**
 * For crashes after which the buyer did not try again. The cart's lock keeps it away from orders that are being
 * written. Orders before `since` are known to be complete. Returns the time of the oldest order that failed, from
 * which the next call has to start; null: none failed.
 */
export async function recoverIncompleteOrders(container: MedusaContainer, since: Date): Promise<Date | null> {
  const found = await incompleteOrders(container, { since: since.toISOString() })
  let oldestFailure: Date | null = null
  for (const { cartId, createdAt } of found) {
    try {
      await container
        .resolve(Modules.LOCKING)
        .execute([standardPathLock(cartId)], () => recoverLocked(container, cartId), {
          timeout: LOCK_SECONDS,
        })
    } catch (error) {
      oldestFailure ??= createdAt
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .error(`The order of cart ${cartId} could not be recovered and is tried again: ${causeOf(error)}`)
    }
  }
  return oldestFailure
}

/** Both locks, in the order in which Medusa's checkout takes them. */
async function recoverLocked(container: MedusaContainer, cartId: string): Promise<void> {
  await container
    .resolve(Modules.LOCKING)
    .execute([cartId], () => recoverOrderOfCart(container, cartId), { timeout: LOCK_SECONDS })
}

async function recoverOrderOfCart(container: MedusaContainer, cartId: string): Promise<void> {
  const found = await findOrderOfCart(container, cartId)
  if (found.state === "placed") await repairPlacedOrder(container, found.orderId)
  if (found.state === "incomplete") await discardIncompleteOrder(container, cartId, found.orderId)
}
