import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { querySql } from "../../platform/sql/query"
import { causeOf } from "../../platform/config/logger"
import { repairPlacedOrder } from "./repair-placed-order"
import { discardIncompleteOrder } from "./discard"
import { standardPathLock } from "./medusa-path"
import { CART_ID, findOrderOfCart } from "./order-of-cart"

/** Longer than any order takes, as for placing it. */
const LOCK_SECONDS = 30

const incompleteRow = z.object({ cartId: z.string(), createdAt: z.coerce.date() })

/**
 * Orders since an instant that are not complete: the link to the cart is missing, or the mail, which is enqueued last, and
 * after Medusa's checkout has removed the cart's id from the metadata.
 * Orders without a cart, such as staff's draft orders, are never incomplete. An index on `created_at` serves it
 * (migration-scripts/index-orders.ts).
 */
const INCOMPLETE = `
  select coalesce(l.cart_id, o.metadata ->> '${CART_ID}') as "cartId", o.created_at as "createdAt"
    from "order" o left join order_cart l on l.order_id = o.id and l.deleted_at is null
   where o.created_at >= cast(:since as timestamptz) and o.deleted_at is null
     and coalesce(l.cart_id, o.metadata ->> '${CART_ID}') is not null
     and (l.cart_id is null
          or not exists (select 1 from outbox_message m where m.key = 'order-placed:' || o.id))
   order by o.created_at`

/**
 * Recovers orders that a crash interrupted and whose buyers did not try again: a placed order is completed, an
 * incomplete one is discarded and its stock released. The cart's lock keeps it away from orders that are being written.
 * An order that cannot be recovered is logged and does not stop the others.
 * @param since older orders are known to be complete
 * @returns the time of the oldest order that failed, from which the next call has to start; null when none failed
 */
export async function recoverIncompleteOrders(container: MedusaContainer, since: Date): Promise<Date | null> {
  const found = await querySql(container, incompleteRow, INCOMPLETE, { since: since.toISOString() })
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
