import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { tellOfCancelling } from "../workflows/order-news/tell-of-cancelling"

/** An order was cancelled: its buyer is told. */
export default async function tell({
  event,
  container,
}: SubscriberArgs<{ id: string; no_notification?: boolean }>): Promise<void> {
  if (event.data.no_notification !== true) await tellOfCancelling(container, event.data.id)
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED }
