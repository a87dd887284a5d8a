import type { MedusaContainer } from "@medusajs/framework/types"
import { cancelUnpaidOrderWorkflow, stateOfUnpaidOrder } from "medusa-payments/workflows"
import type { CardPaymentService, StoredPayment } from "../../modules/card-payment"

/**
 * Cancels an order whose card payment did not come while its stock was reserved, and releases the stock. Skipped when it is paid
 * after all, or when its buyer pays otherwise. The caller holds the payment's lock.
 */
export async function endUnpaidCardOrder(
  container: MedusaContainer,
  service: CardPaymentService,
  { id, orderId, closed }: StoredPayment,
): Promise<"done" | "skipped"> {
  const current = await service.paymentOfOrder(orderId)
  if (closed !== "expired" || current?.id !== id) return "skipped"
  if ((await stateOfUnpaidOrder(container, orderId)) !== "open") return "skipped"
  await cancelUnpaidOrderWorkflow(container).run({ input: { orderId } })
  return "done"
}
