import type { MedusaContainer } from "@medusajs/framework/types"
import type { FollowedOrder } from "@shop/contracts"
import { estimateIfDispatched, estimateIfPaid, isShippingMethod, ukDay } from "./delivery/estimate"
import { readDelivery } from "../platform/medusa-tables/order-facts"

export type DeliveryFacts = Awaited<ReturnType<typeof readDelivery>>[number]

export type OrderEstimate = NonNullable<FollowedOrder["estimate"]>

/** Counted from the dispatch, the payment or, while unpaid, now. Null: arrived, over, or the last of these days is past. */
export function estimateOf(facts: DeliveryFacts, now: Date): OrderEstimate | null {
  const { method, isCancelled, paidAt, dispatchedAt, isDelivered } = facts
  if (method === null || !isShippingMethod(method) || isCancelled || isDelivered) return null
  const estimate = dispatchedAt
    ? estimateIfDispatched(method, dispatchedAt)
    : estimateIfPaid(method, paidAt ?? now)
  if (!estimate || estimate.latest < ukDay(now)) return null
  const { earliest, latest, label } = estimate
  return { earliest, latest, label, isUnpaid: !paidAt && !dispatchedAt }
}

export async function readEstimate(
  container: MedusaContainer,
  orderId: string,
): Promise<OrderEstimate | null> {
  const [facts] = await readDelivery(container, { orderId })
  return facts ? estimateOf(facts, new Date()) : null
}
