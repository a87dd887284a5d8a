import type { z } from "@medusajs/framework/zod"
import { toPounds, type Order, type OrderStep } from "@shop/contracts"
import { paidOf, parcelsOf, type orderSummary } from "./projections"

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

type Summary = z.output<typeof orderSummary>
interface Goods extends Pick<Summary, "fulfillments"> {
  items: Pick<Summary["items"][number], "quantity" | "detail">[]
}

/** How many pieces of a line came back, whole or damaged. */
export const piecesBack = ({ detail }: Goods["items"][number]) =>
  detail.return_received_quantity + detail.return_dismissed_quantity

/** Where an order's goods are, by its parcels and the pieces of its lines. */
export function whereabouts({ items, fulfillments }: Goods) {
  const parcels = parcelsOf({ fulfillments })
  // A carrier may report the delivery alone.
  const hasLeft = ({ quantity, detail }: Goods["items"][number]) =>
    Math.max(detail.shipped_quantity, detail.delivered_quantity) >= quantity
  const isSent = parcels.length > 0
  const isPartlySent = isSent && !items.every(hasLeft)
  return {
    isSent,
    /** A part has left, and the rest has not. */
    isPartlySent,
    /** All of it has arrived. */
    isDelivered: isSent && !isPartlySent && parcels.every(({ delivered }) => delivered),
    /** All of it came back. */
    isReturned: isSent && items.every((item) => piecesBack(item) >= item.quantity),
  }
}

export function statusOf(
  order: Goods & Pick<Summary, "status" | "payment_collections" | "total" | "version" | "summary">,
): Order["status"] {
  if (isRefunded(order)) return "refunded"
  if (order.status === "canceled") return "cancelled"
  const { isSent, isDelivered, isReturned } = whereabouts(order)
  if (isReturned) return "returned"
  if (isSent) return isDelivered ? "delivered" : "dispatched"
  // Medusa's sums follow a capture a moment later. Only they count what changed.
  const isPaid =
    order.version === 1 ? paidOf(order).captured >= order.total : order.summary.pending_difference <= 0
  return isPaid ? "paid" : "awaiting_payment"
}

export interface Happened {
  isBitcoin: boolean
  placed: Date
  paymentSeen: Date | null
  paymentConfirmed: Date | null
  dispatched: Date | null
  isPartlySent: boolean
  delivered: Date | null
  /** Of the last return. */
  returned: Date | null
  isReturned: boolean
  cancelled: Date | null
  firstRefund: Date | null
  isRefunded: boolean
}

type Step = [name: OrderStep["step"], at: Date | null]

/**
 * The timeline of an order: past steps with their time, future steps without. A step without a record takes the time of
 * a later step that implies it. After a cancellation, a full refund or the return of all there are no future steps; a part
 * that was refunded or came back is a step between.
 */
export function timelineOf(happened: Happened): OrderStep[] {
  const { cancelled, firstRefund, isRefunded, isPartlySent, isReturned } = happened
  const sent = happened.dispatched ?? happened.delivered
  const seen: Step[] = happened.isBitcoin
    ? [["payment_seen", happened.paymentSeen ?? happened.paymentConfirmed]]
    : []
  const way: Step[] = [
    ["placed", happened.placed],
    ...seen,
    ["payment_confirmed", happened.paymentConfirmed],
    ...(isPartlySent ? [["partly_dispatched", sent] satisfies Step] : []),
    ["dispatched", isPartlySent ? null : sent],
    ["delivered", happened.delivered],
  ]
  const isOver = cancelled !== null || isRefunded || isReturned
  const end: Step[] = [
    ["cancelled", cancelled],
    [isReturned ? "returned" : "partly_returned", happened.returned],
    [isRefunded ? "refunded" : "partly_refunded", firstRefund],
  ]
  const toCome = way.findIndex(([, at]) => at === null)
  const steps = [...way]
  steps.splice(toCome === -1 ? way.length : toCome, 0, ...end.filter(([, at]) => at !== null))
  return steps
    .filter(([, at]) => !isOver || at !== null)
    .map(([step, at]) => ({ step, at: at?.toISOString() ?? null }))
}
