import { z } from "@medusajs/framework/zod"
import type { UnpaidClients } from "@shop/contracts/staff"
import { idRow, isoTime, type Database } from "../sql/query"
import { withMoneyUnderWay } from "./order-facts"
import { AMOUNT_DUE } from "medusa-payments/amount-due"
import { HAS_CAPTURED } from "./order-payment"
import { idStatement, statement, type IdStatement } from "./statement"

/*
 * Orders that hold stock without payment. In SQL because whether an order is one lies in four modules, and it is asked about all of a
 * client's orders while the next one is placed.
 */

/**
 * Whether `o` holds stock without payment; not if staff released it or it costs £0. The subqueries count: `exists`
 * becomes a join, which took the stock overview minutes on tables that were never analysed.
 */
const IS_UNPAID = `(
  o.status = 'pending'
  and coalesce(${AMOUNT_DUE}, 1) > 0
  and not ${HAS_CAPTURED}
  and (select count(*) from unpaid_release ur where ur.order_id = o.id) = 0)`

/** An order is written within this time, or it was interrupted and holds nothing. */
const PLACING = "interval '2 minutes'"

const RECORDS = `
  unpaid_order u join order_cart l on l.cart_id = u.cart_id and l.deleted_at is null
  join "order" o on o.id = l.order_id and o.deleted_at is null`

export const cancellableOrder = withMoneyUnderWay(
  idRow,
  (isMoneyUnderWay) =>
    `select o.id from "order" o where o.id = :orderId and ${IS_UNPAID} and not ${isMoneyUnderWay}`,
)

/** Unpaid orders older than this that no open Bitcoin invoice ends, oldest first. */
export const overdueOrders: IdStatement<{ hours: number }> = idStatement(
  `select o.id from ${RECORDS}
    where o.created_at < now() - make_interval(secs => 3600 * cast(:hours as double precision)) and ${IS_UNPAID}
      and not exists (select 1 from bitcoin_invoice i where i.order_id = o.id and i.closed_at is null)
    order by o.created_at`,
)

/** A client's unpaid orders that no money was sent for. The client is as in `readUnpaidClients`. */
export const unpaidOrdersOf = withMoneyUnderWay(
  idRow,
  (isMoneyUnderWay) =>
    `select o.id from ${RECORDS} where u.client = :client and ${IS_UNPAID} and not ${isMoneyUnderWay} order by o.created_at`,
)

/**
 * Deletes the records of orders that are paid, cancelled or were never written. `kept` are orders whose unpaid addresses still
 * count for their client, for a month.
 */
export const deleteEndedRecords = statement(
  z.unknown(),
  `delete from unpaid_order u
    where u.created_at < now() - interval '10 minutes' and not exists (
      select 1 from order_cart l join "order" o on o.id = l.order_id
       where l.cart_id = u.cart_id and l.deleted_at is null and o.deleted_at is null
         and (${IS_UNPAID} or (o.id = any(cast(:kept as text[])) and u.created_at > now() - interval '30 days')))`,
)

export const removeUnpaidOrder = statement(
  z.unknown(),
  `delete from unpaid_order u where u.cart_id = :cartId and not exists (
     select 1 from order_cart l join "order" o on o.id = l.order_id
      where l.cart_id = u.cart_id and l.deleted_at is null and o.deleted_at is null)`,
)

const held = statement(
  z.object({ variantId: z.string(), pieces: z.coerce.number() }),
  `select v.variant_id as "variantId", max(held.pieces) as pieces
     from product_variant_inventory_item v
    cross join lateral (
      select coalesce(sum(r.quantity), 0) as pieces from reservation_item r
       where r.inventory_item_id = v.inventory_item_id and r.deleted_at is null and (
         select count(*) from order_item i cross join lateral (select * from "order" where id = i.order_id limit 1) o
          where i.item_id = r.line_item_id and i.deleted_at is null and ${IS_UNPAID}) > 0) held
    where v.variant_id = any(:variants) and v.deleted_at is null group by 1`,
)

export async function readHeldByUnpaid(
  database: Database,
  variants: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  return new Map((await held(database, { variants })).map(({ variantId, pieces }) => [variantId, pieces]))
}

const SHOWN = 20

const clients = statement(
  z.object({
    client: z.string(),
    pieces: z.coerce.number().int(),
    since: isoTime,
    orders: z.array(z.object({ id: z.string(), number: z.number().int() })),
  }),
  `select u.client, min(o.created_at) as since,
          sum((select sum(value::int) from jsonb_each_text(u.pieces)))::int as pieces,
          jsonb_agg(jsonb_build_object('id', o.id, 'number', o.display_id) order by o.display_id) as orders
     from ${RECORDS} where ${IS_UNPAID}
    group by u.client having count(*) > 1
    order by pieces desc, since limit ${SHOWN}`,
)

export async function readUnpaidClients(database: Database): Promise<UnpaidClients> {
  return { clients: await clients(database) }
}

/** Also those that are being placed. `held`: the client's pieces by inventory item. */
export const readOtherUnpaid = statement(
  z.object({
    byClient: z.number().int(),
    byEmail: z.number().int(),
    held: z.record(z.string(), z.number().int()),
  }),
  `with others as (
     select u.client, u.email, u.pieces
       from unpaid_order u
       left join order_cart l on l.cart_id = u.cart_id and l.deleted_at is null
       left join "order" o on o.id = l.order_id and o.deleted_at is null
      where (u.client = :client or u.email = :email) and u.cart_id <> :cartId
        and case when o.id is null then u.created_at > now() - ${PLACING} else ${IS_UNPAID} end
   ), held as (
     select piece.key as item, sum(piece.value::int) as pieces
       from others, jsonb_each_text(others.pieces) piece where others.client = :client group by 1
   )
   select (count(*) filter (where client = :client))::int as "byClient",
          (count(*) filter (where email = :email))::int as "byEmail",
          (select coalesce(jsonb_object_agg(item, pieces), '{}') from held) as held
     from others`,
)

const count = z.coerce.number().int()

/**
 * How many addresses the other orders of a network or mailbox have taken of those in `inRun`. A new order counts, too, until
 * money reaches it: its invoice may be newer than `inRun`.
 */
export const countTakenAddresses = statement(
  z.object({ byNetwork: count, byEmail: count }),
  `select coalesce(sum(addresses) filter (where network = :network), 0) as "byNetwork",
          coalesce(sum(addresses) filter (where email = :email), 0) as "byEmail"
     from (select u.network, u.email, greatest(
             (select count(*) from unnest(cast(:inRun as text[])) as taken(order_id) where taken.order_id = l.order_id),
             case when u.is_bitcoin and u.created_at > now() - ${PLACING} and (
               select count(*) from bitcoin_invoice i
                where i.order_id = l.order_id and i.state in ('seen', 'confirming', 'confirmed')) = 0
               then 1 else 0 end) as addresses
             from unpaid_order u left join order_cart l on l.cart_id = u.cart_id and l.deleted_at is null
            where (u.network = :network or u.email = :email) and u.cart_id <> :cartId) taken`,
)

export const readClientOf = statement(
  z.object({ network: z.string(), email: z.string() }),
  `select u.network, u.email from unpaid_order u join order_cart l on l.cart_id = u.cart_id and l.deleted_at is null
    where l.order_id = :orderId`,
)
