import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { querySql } from "medusa-payments/database"
import { correctCancellation, findCancellationsToCorrect, withPaymentLocked } from "medusa-payments/workflows"
import { BITCOIN_PAYMENT, BITCOIN_PROVIDER } from "../modules/bitcoin-payment"
import { isOrderCancelled } from "./reinstate-order"

/** No payment of a cancelled order is awaited any more, and what it captured is a case for staff. Idempotent. */
export function settleCancellation(container: MedusaContainer, orderId: string): Promise<void> {
  const { settlement } = container.resolve(BITCOIN_PAYMENT)
  return withPaymentLocked(container, orderId, async () => {
    // Staff may have reopened the order since.
    if (!(await isOrderCancelled(container, orderId))) return
    await settlement.closeOfOrder(orderId, "cancelled")
    await correctCancellation(container, orderId, BITCOIN_PROVIDER)
  })
}

const CANCELLED_WITH_OPEN_INVOICE = `
  select distinct o.id from "order" o join bitcoin_invoice i on i.order_id = o.id and i.closed_at is null
   where o.status = 'canceled' and o.canceled_at > now() - interval '30 days' and o.deleted_at is null`

/** Of the last 30 days. Medusa does not repeat an event whose handling failed, or that the end of the process interrupted. */
export async function findUnsettledCancellations(container: MedusaContainer): Promise<string[]> {
  const open = await querySql(container, z.object({ id: z.string() }), CANCELLED_WITH_OPEN_INVOICE)
  const uncorrected = await findCancellationsToCorrect(container, BITCOIN_PROVIDER)
  return [...new Set([...open.map(({ id }) => id), ...uncorrected])]
}
