import type { MedusaContainer } from "@medusajs/framework/types"
import { RETENTION } from "@shop/contracts"
import { idRow, querySql } from "../platform/sql/query"

/** Deletes carts that became no order and have not changed for long. */
export async function eraseOldCarts(container: MedusaContainer): Promise<void> {
  await querySql(
    container,
    idRow,
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
    { cartDays: RETENTION.cartDays },
  )
}
