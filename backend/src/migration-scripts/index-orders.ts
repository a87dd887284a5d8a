import { runStatements } from "../platform/sql/run-statements"

/**
 * Indexes that Medusa does not have. Recovery looks up recent orders every ten seconds (workflows/place-order/recover.ts), each
 * checkout the order that was begun for its cart (workflows/place-order/order-of-cart.ts), and the staff's inbox the orders with
 * money to return (payments/cases.ts). No index casts the JSON: an order whose totals were not a number could not be stored.
 */
export default runStatements([
  `create index if not exists "IDX_order_created_at" on "order" (created_at) where deleted_at is null`,
  `create index if not exists "IDX_order_cart_id" on "order" ((metadata ->> 'cart_id'))
    where metadata ->> 'cart_id' is not null and deleted_at is null`,
  // What workflows/recover-cancellations.ts looks up as often.
  `create index if not exists "IDX_order_cancellation_interrupted" on "order" (id)
    where metadata ->> 'cancelled_by' is not null and status <> 'canceled' and deleted_at is null`,
  // What workflows/recover-cancellations.ts looks up as often.
  `create index if not exists "IDX_order_cancelling" on "order" (id)
    where metadata ->> 'cancelling_since' is not null and status <> 'canceled' and deleted_at is null`,
  // Interrupted changes of a payment method (platform/medusa-tables/order-payment.ts), looked up as often.
  `create index if not exists "IDX_payment_session_pending" on payment_session (created_at)
    where status in ('pending', 'pending_authorization') and deleted_at is null`,
  `create index if not exists "IDX_order_summary_owed" on order_summary (order_id)
    where totals ->> 'pending_difference' like '-%' and deleted_at is null`,
])
