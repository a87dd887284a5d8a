import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { UnpaidClients } from "@shop/contracts/staff"
import { idRow, querySql } from "../platform/sql/query"
import { AMOUNT_DUE } from "./amount-due"
import { hasMoneyUnderWay } from "./money-under-way"

/**
 * Whether an order still holds stock without payment. Orders that staff released for shipping do not count, nor those of £0. `o` is the order.
 * The subqueries count instead of asking `exists`, which the planner makes a join: on tables that were never analysed it
 * joins row by row, and the stock overview took minutes.
 */
export const IS_UNPAID = `(
  o.status = 'pending'
  and coalesce(${AMOUNT_DUE}, 1) > 0
  and (select count(*) from order_payment_collection pl
        cross join lateral (select captured_amount from payment_collection where id = pl.payment_collection_id limit 1) pc
        where pl.order_id = o.id and pl.deleted_at is null and coalesce(pc.captured_amount, 0) > 0) = 0
  and (select count(*) from unpaid_release ur where ur.order_id = o.id) = 0)`

/** An order is written within this time, or it was interrupted and holds nothing. */
export const PLACING = "interval '2 minutes'"

const RECORDS = `
  unpaid_order u join order_cart l on l.cart_id = u.cart_id and l.deleted_at is null
  join "order" o on o.id = l.order_id and o.deleted_at is null`

/** Whether an order is still unpaid and no money was sent for it. */
export async function isCancellable(container: MedusaContainer, orderId: string): Promise<boolean> {
  const sql = `select o.id from "order" o where o.id = :orderId and ${IS_UNPAID} and not ${hasMoneyUnderWay(container)}`
  return (await querySql(container, idRow, sql, { orderId })).length > 0
}

/** Unpaid orders older than this that no open Bitcoin invoice ends, oldest first. */
export async function overdueCardOrders(container: MedusaContainer, hours: number): Promise<string[]> {
  const sql = `
    select o.id from ${RECORDS}
     where o.created_at < now() - make_interval(secs => cast(:seconds as double precision)) and ${IS_UNPAID}
       and not exists (select 1 from bitcoin_invoice i where i.order_id = o.id and i.closed_at is null)
     order by o.created_at`
  const found = await querySql(container, idRow, sql, { seconds: String(hours * 60 * 60) })
  return found.map(({ id }) => id)
}

/** A client's unpaid orders that no money was sent for. @param client as in `readUnpaidClients` */
export async function unpaidOrdersOf(container: MedusaContainer, client: string): Promise<string[]> {
  const sql = `select o.id from ${RECORDS} where u.client = :client and ${IS_UNPAID} and not ${hasMoneyUnderWay(container)} order by o.created_at`
  return (await querySql(container, idRow, sql, { client })).map(({ id }) => id)
}

/**
 * Deletes the records of orders that are paid, cancelled or were never written.
 * @param kept orders whose unpaid addresses still count for their client, for a month
 */
export async function deleteEndedRecords(container: MedusaContainer, kept: readonly string[]): Promise<void> {
  await querySql(
    container,
    z.unknown(),
    `delete from unpaid_order u
      where u.created_at < now() - interval '10 minutes' and not exists (
        select 1 from order_cart l join "order" o on o.id = l.order_id
         where l.cart_id = u.cart_id and l.deleted_at is null and o.deleted_at is null
           and (${IS_UNPAID} or (o.id = any(cast(:kept as text[])) and u.created_at > now() - interval '30 days')))`,
    { kept },
  )
}

const heldRow = z.object({ variantId: z.string(), pieces: z.coerce.number() })

/** The pieces that unpaid orders reserve, by variant id. */
export async function readHeldByUnpaid(
  container: MedusaContainer,
  variants: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await querySql(
    container,
    heldRow,
    `select v.variant_id as "variantId", max(held.pieces) as pieces
       from product_variant_inventory_item v
      cross join lateral (
        select coalesce(sum(r.quantity), 0) as pieces from reservation_item r
         where r.inventory_item_id = v.inventory_item_id and r.deleted_at is null and (
           select count(*) from order_item i cross join lateral (select * from "order" where id = i.order_id limit 1) o
            where i.item_id = r.line_item_id and i.deleted_at is null and ${IS_UNPAID}) > 0) held
      where v.variant_id = any(:variants) and v.deleted_at is null group by 1`,
    { variants },
  )
  return new Map(rows.map(({ variantId, pieces }) => [variantId, pieces]))
}

const clientRow = z.object({
  client: z.string(),
  pieces: z.coerce.number().int(),
  since: z.coerce.date().transform((at) => at.toISOString()),
  orders: z.array(z.object({ id: z.string(), number: z.number().int() })),
})

/** How many clients staff see. */
const SHOWN = 20

/** Clients with several unpaid orders, those that hold the most pieces first. */
export async function readUnpaidClients(container: MedusaContainer): Promise<UnpaidClients> {
  const clients = await querySql(
    container,
    clientRow,
    `select u.client, min(o.created_at) as since,
            sum((select sum(value::int) from jsonb_each_text(u.pieces)))::int as pieces,
            jsonb_agg(jsonb_build_object('id', o.id, 'number', o.display_id) order by o.display_id) as orders
       from ${RECORDS} where ${IS_UNPAID}
      group by u.client having count(*) > 1
      order by pieces desc, since limit ${SHOWN}`,
  )
  return { clients }
}
