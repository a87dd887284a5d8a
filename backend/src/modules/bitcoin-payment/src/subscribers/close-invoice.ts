import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"

/** Ends the invoices of an order that staff cancelled: what comes later needs a person. */
export default async function closeInvoice({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  if (bitcoin.isAutomatic) await bitcoin.settlement.cancelOfOrder(event.data.id)
}

export const config: SubscriberConfig = { event: "order.canceled" }
