import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { recountPromotions } from "../../orders/discounts/promotion-usage"
import { findCardPayments, OWN_PROVIDER } from "../../orders/payment-method"
import { paidOf, paidOrder } from "../../orders/projections"
import { queryGraph } from "../../platform/sql/query"
import { enqueueOrderMail } from "../../mail/enqueue-mail"
import { correctCancellation, withPaymentLocked } from "medusa-payments/workflows"
import { refundCancelledOrder } from "./refund-cancelled-order"

const orderRow = paidOrder.extend({
  status: z.string(),
  canceled_at: z.coerce.date().nullish(),
  no_notification: z.boolean().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})

/** No payment is awaited any more, the money goes back if the buyer cancelled, discounts can be used again. Idempotent. */
export async function handleOrderCancelled(container: MedusaContainer, orderId: string): Promise<void> {
  const bitcoin = container.resolve(BITCOIN_PAYMENT)
  const order = await withPaymentLocked(container, orderId, async () => {
    const [found] = await queryGraph(container, orderRow, {
      entity: "order",
      fields: ["status", "canceled_at", "no_notification", "metadata", "payment_collections.captured_amount"],
      filters: { id: orderId },
    })
    // Staff may have reinstated the order meanwhile.
    if (found?.status !== "canceled") return null
    await bitcoin.settlement.closeOfOrder(orderId, "cancelled")
    await findCardPayments(container)?.payments.closeOfOrder(orderId, "cancelled")
    await correctCancellation(container, orderId, OWN_PROVIDER)
    if (found.metadata?.["cancelled_by"] === "buyer") await refundCancelledOrder(container, orderId)
    return found
  })
  await recountPromotions(container, orderId)
  if (order === null || order.no_notification === true) return
  const [newest] = await bitcoin.listBitcoinInvoices(
    { order_id: orderId },
    { select: ["closed_how"], order: { created_at: "DESC" }, take: 1 },
  )
  // The mail `payment-expired` has announced the end of an unpaid order already.
  if (newest?.closed_how === "expired" && paidOf(order).captured === 0) return
  // A reinstated order can be cancelled again, and Medusa may undo a cancellation that failed.
  await enqueueOrderMail(container, "order-cancelled", { orderId, incident: order.canceled_at?.getTime() })
}
