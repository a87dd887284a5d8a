import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, OrderChangeStatus, OrderChangeType } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { queryGraph } from "../database"

/** Longer than the slowest capture or refund takes. */
const TIMEOUT_SECONDS = 20

/** How long Medusa's execution log keeps the workflows that settle a payment: 90 days. */
export const EXECUTION_RETENTION_SECONDS = 90 * 24 * 60 * 60

/**
 * Runs `work` while no other process settles this order's payment: neither staff, nor a capture or a cancellation.
 * Not reentrant.
 */
export function withPaymentLocked<Result>(
  container: MedusaContainer,
  orderId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return container
    .resolve(Modules.LOCKING)
    .execute([`payment-of:${orderId}`], work, { timeout: TIMEOUT_SECONDS })
}

/**
 * A cancellation or credit that a crash interrupted leaves its order change pending. Medusa allows only one pending
 * change: the order could never be cancelled. The caller holds the payment's lock, so the change is not in use.
 */
export async function clearPendingOrderChanges(container: MedusaContainer, orderId: string): Promise<void> {
  const pending = await queryGraph(container, z.object({ id: z.string() }), {
    entity: "order_change",
    fields: ["id"],
    filters: {
      order_id: orderId,
      change_type: OrderChangeType.CREDIT_LINE,
      status: OrderChangeStatus.PENDING,
    },
  })
  if (pending.length > 0)
    await container.resolve(Modules.ORDER).deleteOrderChanges(pending.map(({ id }) => id))
}
