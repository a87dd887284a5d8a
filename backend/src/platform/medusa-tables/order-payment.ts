import { z } from "@medusajs/framework/zod"
import type { Database } from "../sql/query"
import { statement, statementWithCards } from "./statement"

/* Values of the order `o`, for many orders in one statement: Medusa's API reads each order with all its payments. */

/** Whether any money was captured for it, returned since or not. */
export const HAS_CAPTURED = `((
  select count(*) from order_payment_collection pl
    cross join lateral (select captured_amount from payment_collection where id = pl.payment_collection_id limit 1) pc
   where pl.order_id = o.id and pl.deleted_at is null and coalesce(pc.captured_amount, 0) > 0) > 0)`

/** Whether its buyer has all the money back. As `paidOf` counts. */
const IS_REFUNDED = `(
  select coalesce(sum(pc.captured_amount), 0) > 0 and coalesce(sum(pc.refunded_amount), 0) >= sum(pc.captured_amount)
    from order_payment_collection pl
    cross join lateral (select captured_amount, refunded_amount from payment_collection where id = pl.payment_collection_id limit 1) pc
   where pl.order_id = o.id and pl.deleted_at is null)`

/** An item of the order that has not left yet. Medusa writes new items for each version of an order. */
const UNSHIPPED = "greatest(i.shipped_quantity, i.delivered_quantity) < i.quantity and i.deleted_at is null"
export const unshippedItems = (which: string) =>
  `(select count(*) from order_item i where i.order_id = o.id and i.version = o.version and ${UNSHIPPED} ${which})`

/** Its buyer has all the money back, and something is left to send. After that a refund is goodwill. */
export const IS_TAKEN_BACK = `(${unshippedItems("")} > 0 and ${IS_REFUNDED})`

/** What it costs with all changes, in whole units. */
export const ORDER_TOTAL = `coalesce((
  select min((total.totals ->> 'current_order_total')::numeric) from order_summary total
   where total.order_id = o.id and total.version = o.version and total.deleted_at is null), 0)`

const CAPTURED = `
    from order_payment_collection l
    join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
    join capture c on c.payment_id = p.id and c.deleted_at is null
   where l.order_id = o.id and l.deleted_at is null`
export const PAID_AT = `(select min(c.created_at) ${CAPTURED})`
export const PAID_BY = `array(select distinct p.provider_id ${CAPTURED})`

/** The session that it is to be paid by: buyers may change the method, which cancels the earlier one. */
export const SESSION = `(
  select s.id, s.provider_id, s.status from order_payment_collection l
    join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
   where l.order_id = o.id and l.deleted_at is null
   order by s.status = 'canceled', s.created_at desc, s.id limit 1)`

const provider = statement(
  z.object({ provider_id: z.string() }),
  `select s.provider_id from "order" o cross join lateral ${SESSION} s where o.id = :orderId`,
)

/** Null: no payment session. In SQL because each page of an order asks, and its sessions are three modules away. */
export async function readProvider(database: Database, orderId: string): Promise<string | null> {
  const [session] = await provider(database, { orderId })
  return session?.provider_id ?? null
}

/**
 * Orders whose buyer chose another method, or staff another amount, and a crash left the new session without its payment. Of an order
 * that is being placed there is no payment yet. An index serves it (migration-scripts/index-orders.ts). In SQL because it joins the
 * payments of three modules.
 */
export const interruptedMethodChanges = statementWithCards(
  z.object({ orderId: z.string(), provider: z.string() }),
  (ifCards) => `
  select o.id as "orderId", s.provider_id as provider
    from payment_session s
    join order_payment_collection l on l.payment_collection_id = s.payment_collection_id and l.deleted_at is null
    join "order" o on o.id = l.order_id and o.status = 'pending' and o.deleted_at is null
   cross join lateral (
     select bool_or(p.session_id = s.id) as is_open
       from (select session_id from bitcoin_invoice where order_id = o.id
             ${ifCards("union all select session_id from card_payment where order_id = o.id")}) p) found
   where s.created_at > now() - interval '2 days' and s.status in ('pending', 'pending_authorization') and s.deleted_at is null
     and not found.is_open
     and not exists (select 1 from payment_session later where later.payment_collection_id = s.payment_collection_id
           and later.created_at > s.created_at and later.status <> 'canceled' and later.deleted_at is null)`,
)
