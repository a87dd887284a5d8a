import type { z } from "@medusajs/framework/zod"
import { toPounds, type Order, type OrderStep } from "@shop/contracts"
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

export function statusOf(
  order: Pick<z.output<typeof orderSummary>, "status" | "fulfillments" | "payment_collections" | "total">,
): Order["status"] {
  if (isRefunded(order)) return "refunded"
  if (order.status === "canceled") return "cancelled"
  const sent = order.fulfillments.filter(
    ({ canceled_at, shipped_at, delivered_at }) => !canceled_at && (shipped_at ?? delivered_at),
  )
  if (sent.length > 0) return sent.every(({ delivered_at }) => delivered_at) ? "delivered" : "dispatched"
  return paidOf(order).captured >= order.total ? "paid" : "awaiting_payment"
}

export interface Happened {
  isBitcoin: boolean
  placed: Date
  paymentSeen: Date | null
  paymentConfirmed: Date | null
  dispatched: Date | null
  delivered: Date | null
  cancelled: Date | null
  firstRefund: Date | null
  isRefunded: boolean
}

type Step = [name: OrderStep["step"], at: Date | null]

/**
 * The timeline of an order: past steps with their time, future steps without. A step without a record takes the time of
 * a later step that implies it. After a cancellation or a full refund there are no future steps; a partial one comes between.
 */
export function timelineOf(happened: Happened): OrderStep[] {
  const seen: Step[] = happened.isBitcoin
    ? [["payment_seen", happened.paymentSeen ?? happened.paymentConfirmed]]
    : []
  const way: Step[] = [
    ["placed", happened.placed],
    ...seen,
    ["payment_confirmed", happened.paymentConfirmed],
    ["dispatched", happened.dispatched ?? happened.delivered],
    ["delivered", happened.delivered],
  ]
  const { cancelled, firstRefund, isRefunded } = happened
  const isOver = cancelled !== null || isRefunded
  const end: Step[] = [
    ["cancelled", cancelled],
    [isRefunded ? "refunded" : "partly_refunded", firstRefund],
  ]
  const toCome = way.findIndex(([, at]) => at === null)
  const steps = [...way]
  steps.splice(toCome === -1 ? way.length : toCome, 0, ...end.filter(([, at]) => at !== null))
  return steps
    .filter(([, at]) => !isOver || at !== null)
    .map(([step, at]) => ({ step, at: at?.toISOString() ?? null }))
}
