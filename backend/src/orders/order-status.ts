import type { z } from "@medusajs/framework/zod"
import { toPounds, type Order } from "@shop/contracts"
import { paidOf, type orderSummary } from "./projections"

type PaidOrder = Parameters<typeof paidOf>[0]

/** What of an order's payment was returned, in pounds; null: nothing. */
export function refundedOf(order: PaidOrder): string | null {
  const { refunded } = paidOf(order)
  return refunded > 0 ? toPounds(refunded) : null
}

/** Whether an order's whole payment was returned. A part of it leaves the order as it is. */
export function isRefunded(order: PaidOrder): boolean {
  const { captured, refunded } = paidOf(order)
  return refunded > 0 && refunded >= captured
}

/** The status of an order for its buyer. */
export function statusOf(
  order: Pick<z.output<typeof orderSummary>, "status" | "fulfillments" | "payment_collections" | "total">,
): Order["status"] {
  if (isRefunded(order)) return "refunded"
  if (order.status === "canceled") return "cancelled"
  if (order.fulfillments.some((parcel) => parcel.shipped_at && !parcel.canceled_at)) return "dispatched"
  return paidOf(order).captured >= order.total ? "paid" : "awaiting_payment"
}
