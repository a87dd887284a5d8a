import type { MedusaContainer } from "@medusajs/framework/types"
import { enqueueOrderMail } from "../mail/enqueue-order-mail"
import { ensureInvoice } from "./ensure-invoice"

/**
 * What a process may have died before it did for an order that stands: give it its address, and tell its buyer.
 * Asked again, nothing happens.
 */
export async function finishOrder(container: MedusaContainer, orderId: string): Promise<void> {
  await ensureInvoice(container, orderId)
  await enqueueOrderMail(container, "order-placed", { orderId })
}
