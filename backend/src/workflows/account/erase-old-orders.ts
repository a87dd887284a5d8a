import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { RETENTION } from "@shop/contracts"
import { databaseOf } from "../../query/database"
import { ERASED_EMAIL, eraseOrders } from "./erase-orders"
import { IS_ERASABLE } from "./erasable-orders"

const row = z.object({ id: z.string() })

/**
 * Takes out who ordered where the shop has no reason left to know: of orders that were cancelled without a payment, soon;
 * of all others when the tax office can ask no more. An order whose money a person still looks at is left alone.
 */
export async function eraseOldOrders(container: MedusaContainer): Promise<void> {
  const old = await databaseOf(container).ask(
    row,
    `select o.id from "order" o
      where o.email <> :erased and ${IS_ERASABLE}
        and (o.created_at < now() - make_interval(years => cast(:orderYears as integer))
             or (o.status = 'canceled'
                 and o.canceled_at < now() - make_interval(days => cast(:unpaidOrderDays as integer))
                 and not exists (select 1 from order_payment_collection l
                                   join payment_collection c on c.id = l.payment_collection_id
                                  where l.order_id = o.id and coalesce(c.captured_amount, 0) > 0)
                 and not exists (select 1 from bitcoin_invoice i
                                  where i.order_id = o.id and i.received_sats > 0)))`,
    {
      erased: ERASED_EMAIL,
      orderYears: String(RETENTION.orderYears),
      unpaidOrderDays: String(RETENTION.unpaidOrderDays),
    },
  )
  await eraseOrders(
    container,
    old.map(({ id }) => id),
  )
}

/** Deletes carts that became no order and that nobody has touched for long. */
export async function eraseOldCarts(container: MedusaContainer): Promise<void> {
  await databaseOf(container).ask(
    row,
    `with old as (
       select c.id, c.shipping_address_id, c.billing_address_id from cart c
        where c.updated_at < now() - make_interval(days => cast(:cartDays as integer))
          and not exists (select 1 from order_cart l where l.cart_id = c.id)
          and not exists (select 1 from cart_line_item i
                           where i.cart_id = c.id and i.updated_at >= now() - make_interval(days => cast(:cartDays as integer)))
     ), gone as (
       delete from cart where id in (select id from old) returning id
     ), addresses as (
       delete from cart_address where id in (select shipping_address_id from old union select billing_address_id from old)
     )
     select id from gone`,
    { cartDays: String(RETENTION.cartDays) },
  )
}
