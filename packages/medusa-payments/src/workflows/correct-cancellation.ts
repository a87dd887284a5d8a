import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { querySql } from "../database"

const idRow = z.object({ id: z.string() })

const PAID_BY = `join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
    join payment p on p.payment_collection_id = l.payment_collection_id and p.provider_id ~ :providers`

const IS_REFUSED_REFUND = `t.order_id = o.id and t.reference_id = p.id and t.reference = 'refund' and t.deleted_at is null`

/**
 * Medusa names the payment in a refund that it makes; those that we record name the refund. It takes what it deletes off the summary of the
 * transaction's version, and its cancellation has made a newer one; its API cannot change a transaction.
 */
const MOVE_REFUSED_REFUNDS = `
  update order_transaction t set version = o.version
    from "order" o ${PAID_BY}
   where o.id = :orderId and ${IS_REFUSED_REFUND}
  returning t.id`

const TO_CORRECT = `
  select distinct o.id from "order" o ${PAID_BY} join order_transaction t on ${IS_REFUSED_REFUND}
   where o.status = 'canceled' and o.canceled_at > now() - interval '30 days' and o.deleted_at is null`

const PAID_COLLECTIONS = `
  select distinct c.id from "order" o ${PAID_BY}
    join payment_collection c on c.id = l.payment_collection_id and c.status = 'canceled' and c.captured_amount >= c.amount
   where o.id = :orderId and c.captured_amount > 0`

/**
 * Medusa's cancellation books a refund even if the provider refused it (`refundPaymentsWorkflow` of 2.21), as ours always does: the money is
 * still here, and its refund is booked when it has gone. It also calls the collection of that money cancelled, so that an order which was
 * paid reads as paid in part. Idempotent. The caller holds the payment's lock, and knows that the order is cancelled.
 * @param providers matches Medusa's ids of the caller's providers
 */
export async function correctCancellation(
  container: MedusaContainer,
  orderId: string,
  providers: RegExp,
): Promise<void> {
  const values = { orderId, providers: providers.source }
  for (const { id } of await querySql(container, idRow, PAID_COLLECTIONS, values))
    await container.resolve(Modules.PAYMENT).updatePaymentCollections(id, { status: "completed" })
  // Last: by them `findCancellationsToCorrect` finds what was interrupted.
  const refused = await querySql(container, idRow, MOVE_REFUSED_REFUNDS, values)
  if (refused.length > 0)
    await container.resolve(Modules.ORDER).deleteOrderTransactions(refused.map(({ id }) => id))
}

/** The orders cancelled in the last 30 days whose books still have a refund that was not made. */
export async function findCancellationsToCorrect(
  container: MedusaContainer,
  providers: RegExp,
): Promise<string[]> {
  const found = await querySql(container, idRow, TO_CORRECT, { providers: providers.source })
  return found.map(({ id }) => id)
}
