import type { OrderStep } from "@shop/contracts"

/** The times of an order's events; null if they have not happened. */
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
 * The timeline of an order: past steps with their time, future steps without. A step without a record takes the time of
 * a later step that implies it. After a cancellation or refund there are no future steps.
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
