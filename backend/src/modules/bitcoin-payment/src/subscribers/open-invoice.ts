import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { openInvoiceOfOrder } from "../workflows/open-invoice"

/** Opens the invoice of a new order. If that fails, the job or the buyer's page opens it. */
export default async function openInvoice({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await openInvoiceOfOrder(container, event.data.id)
}

export const config: SubscriberConfig = { event: "order.placed" }
