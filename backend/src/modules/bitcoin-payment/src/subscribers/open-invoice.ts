import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { openInvoiceOfOrder } from "../workflows/open-invoice"

/** If it fails, the job or the buyer's page opens the invoice. */
export default async function openInvoice({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await openInvoiceOfOrder(container, event.data.id)
}

export const config: SubscriberConfig = { event: "order.placed" }
