import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules, OrderChangeStatus, OrderChangeType } from "@medusajs/framework/utils"
import { idRow, queryRows } from "../../query/query-rows"

/**
 * A cancelling, or a credit, that a crash cut short leaves its change of the order pending, and Medusa allows no second
 * one beside it: the order could never be cancelled. The caller is the only one who makes changes of this type now.
 */
export async function clearPendingOrderChanges(container: MedusaContainer, orderId: string): Promise<void> {
  const left = await queryRows(container, idRow, {
    entity: "order_change",
    fields: ["id"],
    filters: {
      order_id: orderId,
      change_type: OrderChangeType.CREDIT_LINE,
      status: OrderChangeStatus.PENDING,
    },
  })
  if (left.length > 0) await container.resolve(Modules.ORDER).deleteOrderChanges(left.map(({ id }) => id))
}
