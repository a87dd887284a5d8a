import type { z } from "@medusajs/framework/zod"
import type { Order } from "@shop/contracts"
import type { orderSummary } from "./projections"

/** The status of an order for its buyer. */
export function statusOf(
  order: Pick<z.output<typeof orderSummary>, "status" | "fulfillments" | "payment_collections" | "total">,
): Order["status"] {
  const sumOf = (key: "captured_amount" | "refunded_amount") =>
    order.payment_collections.reduce((sum, collection) => sum + collection[key], 0)
  if (sumOf("refunded_amount") > 0) return "refunded"
  if (order.status === "canceled") return "cancelled"
  if (order.fulfillments.some((parcel) => parcel.shipped_at && !parcel.canceled_at)) return "dispatched"
  return sumOf("captured_amount") >= order.total ? "paid" : "awaiting_payment"
}
