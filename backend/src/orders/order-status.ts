import type { z } from "@medusajs/framework/zod"
import { toPounds, type Order } from "@shop/contracts"
import type { orderSummary } from "./projections"

type PaidOrder = Pick<z.output<typeof orderSummary>, "payment_collections">

const sumOf = ({ payment_collections: all }: PaidOrder, key: "captured_amount" | "refunded_amount") =>
  all.reduce((sum, collection) => sum + collection[key], 0)

/** What of an order's payment was returned, in pounds; null: nothing. */
export function refundedOf(order: PaidOrder): string | null {
  const pence = sumOf(order, "refunded_amount")
  return pence > 0 ? toPounds(pence) : null
}

/** Whether an order's whole payment was returned. A part of it leaves the order as it is. */
export function isRefunded(order: PaidOrder): boolean {
  const refunded = sumOf(order, "refunded_amount")
  return refunded > 0 && refunded >= sumOf(order, "captured_amount")
}

/** The status of an order for its buyer. */
export function statusOf(
  order: Pick<z.output<typeof orderSummary>, "status" | "fulfillments" | "payment_collections" | "total">,
): Order["status"] {
  if (isRefunded(order)) return "refunded"
  if (order.status === "canceled") return "cancelled"
  if (order.fulfillments.some((parcel) => parcel.shipped_at && !parcel.canceled_at)) return "dispatched"
  return sumOf(order, "captured_amount") >= order.total ? "paid" : "awaiting_payment"
}
