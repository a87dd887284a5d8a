import type { FollowedOrder, OrderStep } from "@shop/contracts"

type Status = FollowedOrder["status"]

/** The label of each order status. */
export const STATUS_LABELS = {
  awaiting_payment: "Waiting for payment",
  paid: "Paid",
  dispatched: "Dispatched",
  cancelled: "Cancelled",
  refunded: "Refunded",
} as const satisfies Record<Status, string>

/** The colour of each status. */
export const STATUS_TONES = {
  awaiting_payment: "moving",
  paid: "done",
  dispatched: "done",
  cancelled: "plain",
  refunded: "plain",
} as const satisfies Record<Status, string>

/** The label of each step in an order's timeline. */
export const STEP_LABELS = {
  placed: "Order placed",
  payment_seen: "Payment seen",
  payment_confirmed: "Payment confirmed",
  dispatched: "Dispatched",
  delivered: "Delivered",
  cancelled: "Cancelled",
  partly_refunded: "Partly refunded",
  refunded: "Refunded",
} as const satisfies Record<OrderStep["step"], string>
