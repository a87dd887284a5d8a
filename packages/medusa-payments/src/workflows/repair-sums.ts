import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { querySql } from "../database"

/** As Medusa stores an amount: itself, and with its precision. */
const sum = (name: string, amount: string) =>
  `'${name}', ${amount}, 'raw_${name}', jsonb_build_object('value', (${amount})::text, 'precision', 20)`

/** What Medusa takes for nothing, in whole units. */
const ROUNDING = 0.0001

/**
 * Makes an order's sums say what its captures and refunds are. Medusa computes them from what it read before: when an edit of staff is
 * confirmed while a payment is captured, the later of the two overwrites the other's. The caller holds the payment's lock.
 */
export async function repairSums(container: MedusaContainer, orderId: string): Promise<void> {
  await querySql(
    container,
    z.unknown(),
    `update order_summary s
        set updated_at = now(), totals = s.totals || jsonb_build_object(
          ${sum("paid_total", "booked.paid")}, ${sum("refunded_total", "booked.paid - booked.rest")}, ${sum("transaction_total", "booked.rest")},
          ${sum("pending_difference", "(s.totals ->> 'current_order_total')::numeric - booked.rest")})
       from "order" o cross join lateral (
              select coalesce(sum(amount), 0) as rest, coalesce(sum(amount) filter (where amount > 0), 0) as paid
                from order_transaction where order_id = o.id and deleted_at is null) booked
      where o.id = :orderId and s.order_id = o.id and s.version = o.version and s.deleted_at is null
        and abs((s.totals ->> 'transaction_total')::numeric - booked.rest) > ${ROUNDING}`,
    { orderId },
  )
}
