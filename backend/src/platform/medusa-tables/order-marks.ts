import { idStatement, type IdStatement } from "./statement"

/*
 * Marks in the metadata of orders: what a crash must not forget. In SQL because Medusa's API writes the whole metadata, so that one
 * mark would overwrite another that is written at the same time, and cannot search it. All return the ids of the orders.
 */

export const markCancelledByBuyer: IdStatement<{ orderId: string }> = idStatement(
  `update "order" set metadata = coalesce(metadata, '{}') || '{"cancelled_by": "buyer"}'
    where id = :orderId and metadata ->> 'cancelled_by' is null returning id`,
)

/** Notes that staff, or the time of a card order, begin to cancel it now. */
export const markCancelling: IdStatement<{ orderId: string }> = idStatement(
  `update "order" set metadata = coalesce(metadata, '{}') || jsonb_build_object('cancelling_since', now())
    where id = :orderId and status <> 'canceled' returning id`,
)

/** The order, while Medusa carries out its cancellation: what its sums say meanwhile is neither the order's nor the cancellation's. */
export const beingCancelled: IdStatement<{ orderId: string }> = idStatement(
  `select id from "order" where id = :orderId and metadata ->> 'cancelling_since' is not null and status <> 'canceled'`,
)

export const removeMarks: IdStatement<{
  orderId: string
  keys: readonly ("cancelled_by" | "cancelling_since" | "cart_id")[]
}> = idStatement(
  `update "order" set metadata = nullif(metadata - cast(:keys as text[]), '{}') where id = :orderId returning id`,
)

/** Orders whose cancellation by the buyer a crash interrupted. An index serves it (migration-scripts/index-orders.ts). */
export const interruptedCancellations = idStatement(
  `select id from "order" o where metadata ->> 'cancelled_by' is not null and status <> 'canceled' and deleted_at is null
      and not exists (select 1 from bitcoin_reinstatement r where r.order_id = o.id)`,
)

/** Of one order or all; a cancellation takes a second or two. An index has the first three conditions. */
export const interruptedStaffCancellations: IdStatement<{ orderId: string | null }> = idStatement(
  `select id from "order" where metadata ->> 'cancelling_since' is not null and status <> 'canceled' and deleted_at is null
      and (metadata ->> 'cancelling_since')::timestamptz < now() - interval '1 minute'
      and id = coalesce(:orderId, id)`,
)
