import type { MedusaContainer } from "@medusajs/framework/types"
import { enqueueOrderMail } from "../mail/enqueue-order-mail"
import { ensureInvoice } from "./ensure-invoice"
import { ensurePaymentLink } from "./ensure-payment-link"

/**
 * What a process may have died before it did for an order that stands: tie it to its payment, give it its
 * address, and tell its buyer.
 * Asked again, nothing happens.
 */
export async function completeOrder(container: MedusaContainer, orderId: string): Promise<void> {
  await ensurePaymentLink(container, orderId)
  await ensureInvoice(container, orderId)
  await enqueueOrderMail(container, "order-placed", { orderId })
}
