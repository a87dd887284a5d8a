import type { FollowedOrder, OrderStep } from "@shop/contracts"

type Status = FollowedOrder["status"]

/** Where an order stands, as its buyer reads it. */
export const STATUS_LABELS = {
  awaiting_payment: "Waiting for payment",
  paid: "Paid",
  dispatched: "Dispatched",
  cancelled: "Cancelled",
  refunded: "Refunded",
} as const satisfies Record<Status, string>

/** How a status is coloured. */
export const STATUS_TONES = {
  awaiting_payment: "moving",
  paid: "done",
  dispatched: "done",
  cancelled: "plain",
  refunded: "plain",
} as const satisfies Record<Status, string>

/** Each step on an order's way. */
export const STEP_LABELS = {
  placed: "Order placed",
  payment_seen: "Payment seen",
  payment_confirmed: "Payment confirmed",
  dispatched: "Dispatched",
  delivered: "Delivered",
  cancelled: "Cancelled",
  refunded: "Refunded",
} as const satisfies Record<OrderStep["step"], string>
