import type { SubscriberArgs, SubscriberConfig } from "@medusajs/framework"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"
import { correctCancellation, withPaymentLocked } from "medusa-payments/workflows"
import { isOrderCancelled } from "../workflows/reinstate-order"

export default async function closeInvoice({
  event,
  container,
}: SubscriberArgs<{ id: string }>): Promise<void> {
  const { settlement } = container.resolve(BITCOIN_PAYMENT)
  const { id } = event.data
  await withPaymentLocked(container, id, async () => {
    // Staff may have reopened the order since.
    if (!(await isOrderCancelled(container, id))) return
    await settlement.closeOfOrder(id, "cancelled")
    await correctCancellation(container, id, ["pp_bitcoin_%"])
  })
}

export const config: SubscriberConfig = { event: "order.canceled" }
