import { z } from "@medusajs/framework/zod"
import type { Database } from "../sql/query"
import { idStatement, statement, type IdStatement } from "./statement"

/* Values of the order `o`, for many orders in one statement: Medusa's API reads each order with all its payments. */

/** Whether any money was captured for it, returned since or not. */
export const HAS_CAPTURED = `((
  select count(*) from order_payment_collection pl
    cross join lateral (select captured_amount from payment_collection where id = pl.payment_collection_id limit 1) pc
   where pl.order_id = o.id and pl.deleted_at is null and coalesce(pc.captured_amount, 0) > 0) > 0)`

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

const interruptedRow = z.object({ orderId: z.string(), provider: z.string(), isClosed: z.boolean() })

/**
 * Orders that a crash left without a method: the earlier was closed, the next not opened. `isClosed`: the session is
 * still the earlier method's. An order without its cart is being undone; none stays unpaid for two days. An index
 * serves it (migration-scripts/index-orders.ts). In SQL because it joins the payments of two modules.
 */
export const interruptedMethodChanges = statement(
  interruptedRow,
  `select o.id as "orderId", s.provider_id as provider,
          exists (select 1 from card_payment c where c.session_id = s.id)
            or exists (select 1 from bitcoin_invoice i where i.session_id = s.id) as "isClosed"
     from "order" o cross join lateral ${SESSION} s
    where o.created_at > now() - interval '2 days' and o.status = 'pending' and o.deleted_at is null and s.status <> 'canceled'
      and exists (select 1 from order_cart l where l.order_id = o.id and l.deleted_at is null)
      and (exists (select 1 from card_payment c where c.order_id = o.id and c.closed_how = 'changed')
           or exists (select 1 from bitcoin_invoice i where i.order_id = o.id and i.closed_how = 'superseded'))
      and not exists (select 1 from card_payment c where c.order_id = o.id and (c.closed_at is null or c.captured_at is not null))
      and not exists (select 1 from bitcoin_invoice i where i.order_id = o.id and (i.closed_at is null or i.captured_at is not null))`,
)

/**
 * Moves the transactions of refunds that these providers refused to the order's version. A refund that Medusa made names the
 * payment; those that we record name the refund. Medusa takes what it deletes off the summary of the transaction's version, and its
 * cancellation has made a newer one; its API cannot change a transaction. Returns their ids.
 */
export const moveRefusedRefunds: IdStatement<{ orderId: string; providers: readonly string[] }> = idStatement(
  `update order_transaction t set version = o.version
     from "order" o
     join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
     join payment p on p.payment_collection_id = l.payment_collection_id and p.provider_id = any(cast(:providers as text[]))
    where o.id = :orderId and t.order_id = o.id and t.reference_id = p.id and t.reference = 'refund' and t.deleted_at is null
   returning t.id`,
)
