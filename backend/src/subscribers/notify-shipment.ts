import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { FulfillmentWorkflowEvents } from "@medusajs/framework/utils"
import { notifyShipment } from "../workflows/order-notifications/notify-shipment"

/** Staff marked a parcel as shipped: its buyer is told, unless they chose to tell nobody. */
export default async function tell({
  event,
  container,
}: SubscriberArgs<{ id: string; no_notification?: boolean }>): Promise<void> {
  if (event.data.no_notification !== true) await notifyShipment(container, event.data.id)
}

export const config: SubscriberConfig = { event: FulfillmentWorkflowEvents.SHIPMENT_CREATED }
