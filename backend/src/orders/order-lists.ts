import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { ORDER_LISTS, ORDERS_PER_PAGE, type ListedOrders, type OrderList } from "@shop/contracts/staff"
import { penceColumn } from "../platform/money"
import { idRow, querySql } from "../platform/sql/query"
import { AMOUNT_DUE } from "./amount-due"
import { nameOfProvider } from "./payment-method"

/** An item of the order that has not left yet. Medusa writes new items for each version of an order. */
const UNSHIPPED = "greatest(i.shipped_quantity, i.delivered_quantity) < i.quantity and i.deleted_at is null"
const items = (which: string) =>
  `(select count(*) from order_item i where i.order_id = o.id and i.version = o.version and ${UNSHIPPED} ${which})`

/**
 * The state of the order `o`; whether it may be packed is decided as by `readPaymentStatus`. The subqueries count instead of
 * asking `exists`, which the planner may answer by reading whole tables.
 */
const STATE = `case
  when o.status = 'canceled' then 'cancelled'
  when ${items("")} = 0 then 'shipped'
  when ${items("and i.fulfilled_quantity < i.quantity")} = 0 then 'to_ship'
  when (select count(*) from unpaid_release r where r.order_id = o.id) > 0 then 'to_pack'
  when ${AMOUNT_DUE} <= 0
   and (select count(*) from bitcoin_invoice b
         where b.order_id = o.id and b.state = 'review' and b.captured_at is not null) = 0 then 'to_pack'
  when (select count(*) from order_payment_collection l join payment p on p.payment_collection_id = l.payment_collection_id
         where l.order_id = o.id and l.deleted_at is null and p.deleted_at is null
           and p.captured_at is null and p.canceled_at is null) > 0 then 'to_capture'
  else 'awaiting_payment' end`

/** Orders with something to do. The table also has some that ended lately (migration-scripts/track-open-orders.ts). */
const OPEN_ORDERS = `
  open_orders as materialized (
    select o.id, o.created_at, ${STATE} as state from open_order u
     cross join lateral (select * from "order" where id = u.order_id and status = 'pending' and deleted_at is null limit 1) o)`

/** Deletes the records of orders that have left or are cancelled. An order that was opened meanwhile keeps its record. */
export async function deleteEndedOpenOrders(container: MedusaContainer): Promise<void> {
  await querySql(
    container,
    z.unknown(),
    `delete from open_order u where u.opened_at < now() - interval '10 minutes' and coalesce(
       (select ${STATE} from "order" o where o.id = u.order_id and o.deleted_at is null), 'cancelled') in ('shipped', 'cancelled')`,
  )
}

const countRow = z.object({ state: z.enum(ORDER_LISTS), count: z.number().int() })

/** How many orders are in each open state. */
export async function countOpenOrders(
  container: MedusaContainer,
): Promise<Partial<Record<OrderList, number>>> {
  const rows = await querySql(
    container,
    countRow,
    `with ${OPEN_ORDERS} select state, count(*)::int as count from open_orders group by state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** The ids of a page and one more, if there is one. Work is sorted oldest first, what is over newest first. */
function idsOf(list: OrderList): string {
  switch (list) {
    case "shipped":
      return `
        select l.order_id as id from fulfillment f
          join order_fulfillment l on l.fulfillment_id = f.id and l.deleted_at is null
         where coalesce(f.shipped_at, f.delivered_at) is not null and f.canceled_at is null and f.deleted_at is null
         order by coalesce(f.shipped_at, f.delivered_at) desc`
    case "cancelled":
      return `select id from "order" where status = 'canceled' and deleted_at is null order by canceled_at desc`
    case "needs_review":
      return `select id from "order" where id = any(:inReview) and deleted_at is null order by created_at`
    default:
      return `with ${OPEN_ORDERS} select id from open_orders where state = :list order by created_at, id`
  }
}

const listedRow = z.object({
  id: z.string(),
  number: z.number().int(),
  placedAt: z.date().transform((date) => date.toISOString()),
  customer: z.string(),
  provider: z.string().nullable(),
  pence: penceColumn,
  state: z.enum(ORDER_LISTS),
})

const LISTED = `
  select o.id, o.display_id as number, o.created_at as "placedAt", ${STATE} as state,
         coalesce((select concat_ws(' ', nullif(a.first_name, ''), nullif(a.last_name, '')) from order_address a
           where a.id = o.shipping_address_id), '') as customer,
         (select s.provider_id from order_payment_collection l
            join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
           where l.order_id = o.id and l.deleted_at is null
           order by s.status = 'canceled', s.created_at desc, s.id limit 1) as provider,
         coalesce((select (s.totals ->> 'original_order_total')::numeric from order_summary s
           where s.order_id = o.id and s.version = o.version and s.deleted_at is null limit 1), 0) as pence
    from "order" o where o.id = any(:ids)`

/**
 * A page of the orders in a state.
 * @param inReview the orders with an open case
 */
export async function listOrders(
  container: MedusaContainer,
  { list, offset }: { list: OrderList; offset: number },
  inReview: ReadonlySet<string>,
): Promise<ListedOrders> {
  const found = await querySql(
    container,
    idRow,
    `${idsOf(list)} limit ${ORDERS_PER_PAGE + 1} offset cast(:offset as integer)`,
    { list, offset, inReview: [...inReview] },
  )
  // An order of two parcels was shipped twice.
  const ids = [...new Set(found.slice(0, ORDERS_PER_PAGE).map(({ id }) => id))]
  const rows = new Map(
    (await querySql(container, listedRow, LISTED, { ids })).map((row) => [row.id, row] as const),
  )
  return {
    orders: ids.flatMap((id) => {
      const row = rows.get(id)
      if (!row) return []
      const { provider, ...order } = row
      const paidBy = provider === null ? "" : nameOfProvider(provider)
      return [{ ...order, paidBy, needsReview: inReview.has(id) }]
    }),
    hasMore: found.length > ORDERS_PER_PAGE,
  }
}
