import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { ORDER_LISTS, type OrderList } from "@shop/contracts/staff"
import { penceColumn } from "../money"
import { idRow, isoTime } from "../sql/query"
import { AMOUNT_DUE, AMOUNT_OPEN } from "medusa-payments/amount-due"
import { HAS_CAPTURED, IS_TAKEN_BACK, ORDER_TOTAL, SESSION, unshippedItems } from "./order-payment"
import { statement, statementWithCards, type IfCards } from "./statement"
import { RELEASES } from "./unpaid-release"

/* In SQL because no index spans the modules that tell an order's state, and Medusa's API takes seconds with 100,000 orders. */

/** A card waits to be charged by hand. */
const IS_AUTHORISED = `(
  select count(*) from order_payment_collection l join payment p on p.payment_collection_id = l.payment_collection_id
   where l.order_id = o.id and l.deleted_at is null and p.deleted_at is null
     and p.captured_at is null and p.canceled_at is null) > 0`

/** Whether `o` may leave is decided as by `readPaymentStatus`. Subqueries count: `exists` may read whole tables. */
const mayShip = (
  ifCards: IfCards,
  otherwise = "",
) => `((select count(*) from ${RELEASES(ifCards)}) > 0 or (${AMOUNT_OPEN} <= 0 ${otherwise}
   and (select count(*) from bitcoin_invoice b
         where b.order_id = o.id and b.state = 'review' and b.captured_at is not null) = 0
   ${ifCards("and (select count(*) from card_payment c where c.order_id = o.id and c.dispute is not null) = 0")}))`

const stateOf = (ifCards: IfCards) => `case
  when o.status = 'canceled' then 'cancelled'
  when o.version > 1 and ${AMOUNT_OPEN} > 0 and ${HAS_CAPTURED}
   and (select count(*) from ${RELEASES(ifCards)}) = 0
    then case when ${AMOUNT_DUE} <= 0 then 'awaiting_return' when ${IS_AUTHORISED} then 'to_capture' else 'difference_due' end
  when ${unshippedItems("")} = 0 then 'shipped'
  when ${unshippedItems("and i.fulfilled_quantity < i.quantity")} = 0 then 'to_ship'
  when ${mayShip(ifCards, `and not ${IS_TAKEN_BACK}`)} then 'to_pack'
  when ${IS_AUTHORISED} then 'to_capture'
  when ${HAS_CAPTURED} then 'on_hold'
  else 'awaiting_payment' end`

/** Orders with something to do. The table also has some that ended lately (migration-scripts/track-open-orders.ts). */
const openOrders = (ifCards: IfCards) => `
  open_orders as materialized (
    select o.id, o.created_at, ${stateOf(ifCards)} as state from open_order u
     cross join lateral (select * from "order" where id = u.order_id and status = 'pending' and deleted_at is null limit 1) o)`

/** Deletes the records of orders that have left or are cancelled. An order that was opened meanwhile keeps its record. */
export const deleteEndedOpenOrders = statementWithCards(
  z.unknown(),
  (ifCards) => `delete from open_order u where u.opened_at < now() - interval '10 minutes' and coalesce(
     (select ${stateOf(ifCards)} from "order" o where o.id = u.order_id and o.deleted_at is null), 'cancelled') in ('shipped', 'cancelled')`,
)

const state = z.enum(ORDER_LISTS)
const counts = statementWithCards(
  z.object({ state, count: z.number().int() }),
  (ifCards) =>
    `with ${openOrders(ifCards)} select state, count(*)::int as count from open_orders group by state`,
)

export async function countOpenOrders(
  container: MedusaContainer,
): Promise<Partial<Record<OrderList, number>>> {
  return Object.fromEntries((await counts(container)).map(({ state, count }) => [state, count]))
}

const PAGE = "limit cast(:limit as integer) offset cast(:offset as integer)"
const page = (text: string) => statement(idRow, `${text} ${PAGE}`)
const shipped = page(
  `select l.order_id as id from fulfillment f
     join order_fulfillment l on l.fulfillment_id = f.id and l.deleted_at is null
    where coalesce(f.shipped_at, f.delivered_at) is not null and f.canceled_at is null and f.deleted_at is null
    order by coalesce(f.shipped_at, f.delivered_at) desc`,
)
const cancelled = page(
  `select id from "order" where status = 'canceled' and deleted_at is null order by canceled_at desc`,
)
const inReview = page(
  `select id from "order" where id = any(:inReview) and deleted_at is null order by created_at`,
)
const openPage = statementWithCards(
  idRow,
  (ifCards) =>
    `with ${openOrders(ifCards)} select id from open_orders where state = :list order by created_at, id ${PAGE}`,
)
const PAGES: Partial<Record<OrderList, ReturnType<typeof page>>> = {
  shipped,
  cancelled,
  needs_review: inReview,
}

/** Work oldest first, the rest newest first. Two parcels ship an order twice. `inReview`: orders with an open case. */
export async function orderIdsOf(
  container: MedusaContainer,
  values: { list: OrderList; limit: number; offset: number; inReview: readonly string[] },
): Promise<string[]> {
  const rows = await (PAGES[values.list] ?? openPage)(container, values)
  return rows.map(({ id }) => id)
}

/** Of these orders, those that may not leave because of their payment. Also one that is refunded: staff cancel it. */
export const readHeldOrders = statementWithCards(
  idRow,
  (ifCards) =>
    `select o.id from "order" o where o.id = any(:ids) and not ${mayShip(ifCards, `and not ${IS_TAKEN_BACK}`)}`,
)

/**
 * Of these orders, those that are not sent, or in part, and whose buyer has all the money back. `mayComplete`: a part has left, so Medusa
 * does not cancel it, and no parcel lies packed.
 */
export const readTakenBack = statement(
  z.object({ id: z.string(), mayComplete: z.boolean() }),
  `select o.id, o.status = 'pending' and sent.has_left and not sent.is_packed as "mayComplete"
     from "order" o
    cross join lateral (
      select coalesce(bool_or(greatest(i.shipped_quantity, i.delivered_quantity) > 0), false) as has_left,
             coalesce(bool_or(i.fulfilled_quantity > greatest(i.shipped_quantity, i.delivered_quantity)), false) as is_packed
        from order_item i where i.order_id = o.id and i.version = o.version and i.deleted_at is null) sent
    where o.id = any(:ids) and ${IS_TAKEN_BACK}`,
)

export const readListedOrders = statementWithCards(
  z.object({
    id: z.string(),
    number: z.number().int(),
    placedAt: isoTime,
    customer: z.string(),
    provider: z.string().nullable(),
    pence: penceColumn,
    state,
  }),
  (ifCards) => `select o.id, o.display_id as number, o.created_at as "placedAt", ${stateOf(ifCards)} as state,
          coalesce((select concat_ws(' ', nullif(a.first_name, ''), nullif(a.last_name, '')) from order_address a
            where a.id = o.shipping_address_id), '') as customer,
          (select s.provider_id from ${SESSION} s) as provider,
          ${ORDER_TOTAL} as pence
     from "order" o where o.id = any(:ids)`,
)
