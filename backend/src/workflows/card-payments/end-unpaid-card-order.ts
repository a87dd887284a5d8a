import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { CardPaymentService, StoredPayment } from "../../modules/card-payment"
import { queryGraph } from "../../platform/sql/query"
import { cancelUnpaidOrderWorkflow } from "medusa-payment-bitcoin/workflows"

const orderRow = z.object({
  status: z.string(),
  payment_collections: z.array(z.object({ captured_amount: z.coerce.number().nullish() })),
})

/**
 * Cancels an order whose card payment did not come while its stock was reserved, and releases the stock. Skipped when it is paid
 * after all, or when its buyer pays otherwise. The caller holds the payment's lock.
 */
export async function endUnpaidCardOrder(
  container: MedusaContainer,
  service: CardPaymentService,
  payment: StoredPayment,
): Promise<"done" | "skipped"> {
  const current = await service.paymentOfOrder(payment.orderId)
  if (payment.closed !== "expired" || current?.id !== payment.id) return "skipped"
  const [order] = await queryGraph(container, orderRow, {
    entity: "order",
    fields: ["status", "payment_collections.captured_amount"],
    filters: { id: payment.orderId },
  })
  if (!order || order.status === "canceled") return "skipped"
  if (order.payment_collections.some(({ captured_amount }) => (captured_amount ?? 0) > 0)) return "skipped"
  await cancelUnpaidOrderWorkflow(container).run({
    input: { orderId: payment.orderId, expiredInvoiceId: null },
  })
  return "done"
}
