import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { withPaymentLocked } from "medusa-payments/workflows"
import { isOrderCancelled } from "../workflows/reinstate-order"

export default async function closeInvoice({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { settlement } = container.resolve(BITCOIN_PAYMENT)
  const { id } = event.data
  await withPaymentLocked(container, id, async () => {
    // Staff may have reopened the order since.
    if (await isOrderCancelled(container, id)) await settlement.closeOfOrder(id, "cancelled")
  })
}

export const config: SubscriberConfig = { event: "order.canceled" }
