import { z } from "@medusajs/framework/zod"
import { OUTBOX_TABLE, querySql, type Database } from "../sql/query"
import { statement, type SqlValues } from "./statement"

/* In SQL because Medusa's modules use a transaction for each table; one statement is faster and cannot end half-way. */

type Row = Readonly<Record<string, unknown>>

/**
 * Inserts the rows of an order by table; all rows of a table have the same columns, and those left out get their defaults.
 * `parity.integration.spec.ts` compares every column with those that Medusa's checkout writes.
 */
export async function insertOrderRows(
  database: Database,
  order: Row,
  others: Readonly<Record<string, readonly Row[]>>,
): Promise<number> {
  const parts = Object.entries(others).flatMap(([table, rows]) =>
    rows[0] ? [`part_${table} as (${insertOf(table, rows[0])})`] : [],
  )
  const values: SqlValues = Object.fromEntries(
    Object.entries({ ...others, order: [order] }).map(([table, rows]) => [table, JSON.stringify(rows)]),
  )
  const [inserted] = await querySql(
    database,
    numberRow,
    `with ${parts.join(", ")} ${insertOf("order", order)} returning display_id`,
    values,
  )
  return numberRow.parse(inserted).display_id
}

const numberRow = z.object({ display_id: z.coerce.number().int() })

function insertOf(table: string, first: Row): string {
  const columns = Object.keys(first).join(", ")
  return `insert into "${table}" (${columns})
    select ${columns} from jsonb_populate_recordset(cast(null as "${table}"), cast(:${table} as jsonb))`
}

/**
 * Medusa's modules first read whether another order has the payment: ids derived from the cart's rule that out. The
 * collection is `awaiting` at once because our providers' sessions start as `pending_authorization`. Other providers'
 * sessions are not written here; an order of £0 has none.
 */
export const openPayment = statement(
  z.unknown(),
  `with collection as (
    insert into payment_collection (id, currency_code, amount, raw_amount, status,
        authorized_amount, raw_authorized_amount, captured_amount, raw_captured_amount, refunded_amount, raw_refunded_amount)
      values (:collectionId, :currency, :amount, cast(:rawAmount as jsonb), :status,
        0, cast(:rawZero as jsonb), 0, cast(:rawZero as jsonb), 0, cast(:rawZero as jsonb))),
  session as (
    insert into payment_session (id, payment_collection_id, provider_id, currency_code, amount, raw_amount, status, data, context, metadata)
      select cast(:sessionId as text), :collectionId, :providerId, :currency, :amount, cast(:rawAmount as jsonb),
        'pending_authorization', jsonb_build_object('session_id', cast(:sessionId as text)), '{}', '{}'
       where cast(:sessionId as text) is not null),
  order_link as (
    insert into order_payment_collection (id, order_id, payment_collection_id) values (:orderLink, :orderId, :collectionId)
      on conflict (order_id, payment_collection_id) do update set deleted_at = null, updated_at = now()),
  cart_link as (
    insert into cart_payment_collection (id, cart_id, payment_collection_id) values (:cartLink, :cartId, :collectionId)
      on conflict (cart_id, payment_collection_id) do update set deleted_at = null, updated_at = now())
  update cart set email = :email, customer_id = :customerId, completed_at = now(), updated_at = now() where id = :cartId`,
)

export const linkOrder = statement(
  z.unknown(),
  `insert into order_cart (id, order_id, cart_id) values (:link, :orderId, :cartId)
    on conflict (order_id, cart_id) do update set deleted_at = null, updated_at = now()`,
)

/** The metadata key for the id of an order's cart: recovery needs it before the link between the two exists. */
export const CART_ID = "cart_id"

/** An order that another process places is seen whole or not at all. An index serves it (migration-scripts/index-orders.ts). */
export const findOrder = statement(
  z.object({
    linked: z.string().nullable(),
    written: z.string().nullable(),
    begun: z.string().nullable(),
  }),
  `select (select l.order_id from order_cart l where l.cart_id = :cart and l.deleted_at is null limit 1) as linked,
    (select o.id from "order" o where o.id = :order and o.deleted_at is null) as written,
    (select o.id from "order" o
      where o.metadata ->> '${CART_ID}' = :cart and o.id <> :order and o.deleted_at is null limit 1) as begun`,
)

/**
 * Orders since an instant that lack the link to the cart, or the mail, which is enqueued last, after Medusa's checkout
 * has removed the cart's id from the metadata. Staff's draft orders have no cart. An index on `created_at` serves it.
 */
export const incompleteOrders = statement(
  z.object({ cartId: z.string(), createdAt: z.coerce.date() }),
  `select coalesce(l.cart_id, o.metadata ->> '${CART_ID}') as "cartId", o.created_at as "createdAt"
    from "order" o left join order_cart l on l.order_id = o.id and l.deleted_at is null
   where o.created_at >= cast(:since as timestamptz) and o.deleted_at is null
     and coalesce(l.cart_id, o.metadata ->> '${CART_ID}') is not null
     and (l.cart_id is null
          or not exists (select 1 from ${OUTBOX_TABLE} m where m.key = 'order-placed:' || o.id))
   order by o.created_at`,
)
