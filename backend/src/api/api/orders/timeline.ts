import type { OrderStep } from "@shop/contracts"

/** When what happened to an order; null where it has not. */
export interface Happened {
  isBitcoin: boolean
  placed: Date
  paymentSeen: Date | null
  paymentConfirmed: Date | null
  dispatched: Date | null
  delivered: Date | null
  cancelled: Date | null
  refunded: Date | null
}

type Step = [name: OrderStep["step"], at: Date | null]

/**
 * An order's way in the buyer's order of events: what happened with its time, and what is still to come without one.
 * A step that must have happened, because a later one has, bears the later one's time. After a cancellation or a
 * refund nothing is to come.
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
  const end: Step[] = [
    ["cancelled", happened.cancelled],
    ["refunded", happened.refunded],
  ]
  const isOver = end.some(([, at]) => at !== null)
  return [...way.filter(([, at]) => !isOver || at !== null), ...end.filter(([, at]) => at !== null)].map(
    ([step, at]) => ({ step, at: at?.toISOString() ?? null }),
  )
}
