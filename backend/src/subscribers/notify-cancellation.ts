import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { notifyCancellation } from "../workflows/order-notifications/notify-cancellation"

/** An order was cancelled: its buyer is told. */
export default async function tell({
  event,
  container,
}: SubscriberArgs<{ id: string; no_notification?: boolean }>): Promise<void> {
  if (event.data.no_notification !== true) await notifyCancellation(container, event.data.id)
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED }
