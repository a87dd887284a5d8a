import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { OrderWorkflowEvents } from "@medusajs/framework/utils"
import { closeInvoice } from "../workflows/settle-bitcoin/close-invoice"

/** Staff cancelled an order: its buyer is no longer asked for money. Should the event be lost, money that comes finds out. */
export default async function close({ event, container }: SubscriberArgs<{ id: string }>): Promise<void> {
  await closeInvoice(container, event.data.id)
}

export const config: SubscriberConfig = { event: OrderWorkflowEvents.CANCELED }
