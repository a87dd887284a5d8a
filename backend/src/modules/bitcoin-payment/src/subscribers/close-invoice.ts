import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { settleCancellation } from "../workflows/settle-cancellation"

/** If this fails, the job does it. */
export default async function closeInvoice({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  await settleCancellation(container, event.data.id)
}

export const config: SubscriberConfig = { event: "order.canceled" }
