import type { OrderStep } from "@shop/contracts"

export interface Happened {
  isBitcoin: boolean
  placed: Date
  paymentSeen: Date | null
  paymentConfirmed: Date | null
  dispatched: Date | null
  delivered: Date | null
  cancelled: Date | null
  firstRefund: Date | null
  /** The whole payment was returned, not a part of it. */
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
