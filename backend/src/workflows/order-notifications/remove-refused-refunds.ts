import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { PROVIDERS } from "../../orders/payment-method"
import { idRow, querySql } from "../../platform/sql/query"

/**
 * A refund that Medusa made names the payment; those that we record name the refund. They get the order's version: Medusa takes
 * what it deletes off the summary of the transaction's version, and its cancellation has made a newer one.
 */
const REFUSED = `
  update order_transaction t set version = o.version
    from "order" o
    join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
    join payment p on p.payment_collection_id = l.payment_collection_id and p.provider_id = any(cast(:providers as text[]))
   where o.id = :order and t.order_id = o.id and t.reference_id = p.id and t.reference = 'refund' and t.deleted_at is null
  returning t.id`

/**
 * Medusa's cancellation of a captured order books a refund in the order's transactions even if the payment's provider refused it
 * (`refundPaymentsWorkflow` of 2.21). Ours always does: the money is still here, and its refund is booked when it has gone.
 * Removes those transactions. Idempotent.
 */
export async function removeRefusedRefunds(container: MedusaContainer, orderId: string): Promise<void> {
  const providers = [PROVIDERS.bitcoin, PROVIDERS.card]
  const refused = await querySql(container, idRow, REFUSED, { order: orderId, providers })
  if (refused.length > 0)
    await container.resolve(Modules.ORDER).deleteOrderTransactions(refused.map(({ id }) => id))
}
