import type { MedusaContainer } from "@medusajs/framework/types"
import { generateEntityId, MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { databaseOf } from "../../query/database"
import { readPaymentStatus } from "./payment-status"

/**
 * Staff let an order go out unpaid; the first one who says so stands in the record, a second press changes nothing.
 * @throws MedusaError when it is paid, cancelled, or not there
 */
export async function releaseUnpaid(
  container: MedusaContainer,
  orderId: string,
  by: { id: string; email: string },
  reason: string,
): Promise<void> {
  const status = await readPaymentStatus(container, orderId)
  if (status === null) throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such order.")
  if (status.release !== null) return
  if (status.isCancelled || status.mayShip)
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      status.isCancelled ? "This order is cancelled." : "This order is paid: it may go out as it is.",
    )
  await databaseOf(container).ask(
    z.unknown(),
    `insert into unpaid_release (id, order_id, by_id, by_email, reason, outstanding_pence)
      values (:id, :order, :by, :email, :reason, cast(:open as integer)) on conflict (order_id) do nothing`,
    {
      id: generateEntityId(undefined, "unprel"),
      order: orderId,
      by: by.id,
      email: by.email,
      reason,
      open: String(status.outstandingPence),
    },
  )
}
