import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { IS_LOOSE_MAIL } from "../mail/erase-mails"
import { ERASED_EMAIL, mailboxIn } from "../platform/mailbox"
import { idRow, querySql } from "../platform/sql/query"

/** Of the note of a mail: its receiver, what it was written from, and, in a mail to staff, the buyer it answers to. */
export const ERASE_NOTE = `"to" = :erased, data = null, provider_data = null`

/**
 * Takes out of these orders who bought: names, addresses, telephone and e-mail, here and in what belongs to them (cart,
 * parcels, mails, history of changes, limits of discounts, where they wanted refunds, their notices of withdrawal). What the tax office wants for six years stays: number,
 * time, goods, amounts, VAT, country, and how it was paid. One statement, so that it is all of it or nothing. Repeating it
 * changes nothing.
 */
export async function eraseOrders(container: MedusaContainer, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return
  const erased = await querySql(
    container,
    idRow,
    `with orders as (
       select o.id, o.email, o.shipping_address_id, o.billing_address_id from "order" o where o.id = any(:ids)
     ), carts as (
       select c.id, c.shipping_address_id, c.billing_address_id
         from cart c join order_cart l on l.cart_id = c.id join orders o on o.id = l.order_id
     ), parcels as (
       select f.delivery_address_id
         from fulfillment f join order_fulfillment l on l.fulfillment_id = f.id join orders o on o.id = l.order_id
     ), order_addresses as (
       update order_address a
          set customer_id = null, company = null, first_name = null, last_name = null, address_1 = null,
              address_2 = null, city = null, province = null, postal_code = null, phone = null, metadata = null
         from orders o where a.id in (o.shipping_address_id, o.billing_address_id)
     ), cart_addresses as (
       update cart_address a
          set customer_id = null, company = null, first_name = null, last_name = null, address_1 = null,
              address_2 = null, city = null, province = null, postal_code = null, phone = null, metadata = null
         from carts c where a.id in (c.shipping_address_id, c.billing_address_id)
     ), parcel_addresses as (
       update fulfillment_address a
          set company = null, first_name = null, last_name = null, address_1 = null, address_2 = null, city = null,
              province = null, postal_code = null, phone = null, metadata = null
         from parcels p where a.id = p.delivery_address_id
     ), emptied_carts as (
       update cart set email = null, customer_id = null where id in (select id from carts)
     ), changes as (
       update order_change_action set details = null
        where order_id in (select id from orders) and reference in ('email', 'shipping_address', 'billing_address')
     ), told as (
       update notification set ${ERASE_NOTE} where resource_type = 'order' and resource_id in (select id from orders)
     ), mails as (
       delete from outbox_message where topic = 'mail' and payload -> 'data' ->> 'orderId' in (select id from orders)
     ), links as (
       delete from outbox_message
        where ${IS_LOOSE_MAIL} and lower(payload ->> 'to') in (select lower(email) from orders)
     ), discounts as (
       delete from promotion_campaign_budget_usage
        where ${mailboxIn("attribute_value")} in (select ${mailboxIn("email")} from orders)
     ), refund_addresses as (
       update bitcoin_refund_address a set address = null, updated_at = now()
         from bitcoin_invoice i where i.id = a.invoice_id and i.order_id in (select id from orders)
     ), withdrawals as (
       update order_withdrawal set name = null, address = null, note = null, updated_at = now()
        where order_id in (select id from orders)
     )
     update "order"
        set email = :erased, customer_id = null, metadata = coalesce(metadata, '{}') - 'erase_when_possible'
      where id in (select id from orders)
  returning id`,
    { ids: orderIds, erased: ERASED_EMAIL },
  )
  container.resolve(ContainerRegistrationKeys.LOGGER).info(`${erased.length} orders were made anonymous.`)
}

/** A mail that was on its way while its order was made anonymous noted its receiver afterwards: that goes too. */
export async function eraseLateMails(container: MedusaContainer): Promise<void> {
  await querySql(
    container,
    idRow,
    `with orders as (
       select id from "order" where email = :erased
     ), mails as (
       delete from outbox_message where topic = 'mail' and payload -> 'data' ->> 'orderId' in (select id from orders)
     )
     update notification set ${ERASE_NOTE}
      where resource_type = 'order' and "to" <> :erased and resource_id in (select id from orders)
  returning id`,
    { erased: ERASED_EMAIL },
  )
}
