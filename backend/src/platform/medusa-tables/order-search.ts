import { z } from "@medusajs/framework/zod"
import { statement } from "./statement"

/* In SQL because Medusa searches orders by parts of their number, name and email only, and reads all of them for it. */

/** As they are indexed (migration-scripts/index-order-search.ts). */
const NAME_WORDS = `to_tsvector('simple'::regconfig, coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`
const POSTCODE = `upper(replace(postal_code, ' ', ''))`
const DIGITS_FROM_THE_END = `reverse(regexp_replace(phone, 'x.*$|[^0-9]', '', 'gi'))`
const LETTERS_OF_TRACKING = `upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g'))`

/** One more than is shown, which says that there are more. */
export const SEARCHED_ORDERS = 21
/** Of the rows that match, as many of the newest as hold that many orders: each order has two addresses. */
const NEWEST = `order by created_at desc limit ${SEARCHED_ORDERS * 4}`

/** The newest orders, each with what was found in it. Looked up one by one: a join may read all orders. `found` has the order's `id` or its `address_id`, and this `value`. */
function search(found: string, by: "id" | "shipping_address_id" = "id") {
  return statement(
    z.object({ id: z.string(), value: z.string() }),
    `select o.id, min(f.value) as value from (${found}) f
      cross join lateral (select id, created_at from "order"
        where ${by} = f.id and deleted_at is null and not is_draft_order limit 1) o
      group by o.id, o.created_at order by o.created_at desc limit ${SEARCHED_ORDERS}`,
  )
}
const inAddress = (value: string, condition: string) =>
  search(
    `select id, coalesce(${value}, '') as value from order_address where ${condition} and deleted_at is null ${NEWEST}`,
    "shipping_address_id",
  )

export const ordersByNumber = search(
  `select id, '' as value from "order" where display_id = cast(:value as integer) and deleted_at is null`,
)
export const ordersByEmail = search(
  `select id, email as value from "order" where lower(email) like :value || '%' and deleted_at is null ${NEWEST}`,
)
/** The value is a query like `ada:* & love:*`. */
export const ordersByName = inAddress(
  "concat_ws(' ', first_name, last_name)",
  `${NAME_WORDS} @@ to_tsquery('simple', :value)`,
)
export const ordersByPostcode = inAddress("postal_code", `${POSTCODE} like :value || '%'`)
export const ordersByPhone = inAddress("phone", `${DIGITS_FROM_THE_END} like reverse(:value) || '%'`)
export const ordersByTransaction = search(
  `select i.order_id as id, t.value from (
     select invoice_id, 'payment' as value from bitcoin_output where txid = :value
     union all select invoice_id, 'refund' from bitcoin_refund where txid = :value
     union all select invoice_id, 'Lightning payment' from bitcoin_lightning_invoice where payment_hash = :value) t
     join bitcoin_invoice i on i.id = t.invoice_id`,
)
export const ordersByBitcoinAddress = search(
  `select order_id as id, address as value from bitcoin_invoice where address = :value`,
)
export const ordersByTracking = search(
  `select p.order_id as id, l.tracking_number as value
     from fulfillment_label l join order_fulfillment p on p.fulfillment_id = l.fulfillment_id and p.deleted_at is null
    where ${LETTERS_OF_TRACKING} = :value and l.deleted_at is null`,
)
export const ordersByDiscount = search(
  `select l.order_id as id, p.code as value from promotion p
     cross join lateral (select order_id from order_promotion where promotion_id = p.id and deleted_at is null ${NEWEST}) l
    where upper(p.code) = :value and p.deleted_at is null`,
)

/** The orders that these addresses were given out for. */
export const readOrdersOfAddresses = statement(
  z.object({ address: z.string(), id: z.string(), number: z.number().int() }),
  `select i.address, o.id, o.display_id as number from bitcoin_invoice i join "order" o on o.id = i.order_id
    where i.address = any(cast(:addresses as text[])) and o.deleted_at is null`,
)
