import { RETENTION } from "@shop/contracts"
import { ERASED_EMAIL, mailboxIn } from "../email-address"
import { OUTBOX_TABLE } from "../sql/query"
import { idStatement, type IdStatement } from "./statement"

/* In SQL because Medusa's API marks rows and keeps histories, and each erasure is atomic. Repeating it changes nothing. */

/** Of the note of a mail: its receiver, what it was written from, and, in a mail to staff, the buyer it answers to. */
const ERASE_NOTE = `"to" = '${ERASED_EMAIL}', data = null, provider_data = null`

/** Of an address: all but the country, which the tax office wants. */
const ERASE_ADDRESS = `company = null, first_name = null, last_name = null, address_1 = null, address_2 = null, city = null,
              province = null, postal_code = null, phone = null, metadata = null`

const DELETE_ORDER_MAILS = `delete from ${OUTBOX_TABLE} where topic = 'mail' and payload -> 'data' ->> 'orderId' in (select id from orders)`

/** Mails about no order and no message. Unsent ones stay, except links to orders, which anyone may request for any address. */
export const IS_LOOSE_MAIL = `topic = 'mail' and payload -> 'data' ->> 'orderId' is null
  and payload -> 'data' ->> 'messageId' is null and (finished_at is not null or payload ->> 'template' = 'order-link')`

/**
 * Erases the buyer here and in cart, parcels, mails, histories, discount limits, refund addresses and notices of
 * withdrawal. Stays for tax, six years: number, time, goods, amounts, VAT, country, how it was paid.
 */
export const eraseOrders: IdStatement<{ ids: readonly string[] }> = idStatement(
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
          set customer_id = null, ${ERASE_ADDRESS}
         from orders o where a.id in (o.shipping_address_id, o.billing_address_id)
     ), cart_addresses as (
       update cart_address a
          set customer_id = null, ${ERASE_ADDRESS}
         from carts c where a.id in (c.shipping_address_id, c.billing_address_id)
     ), parcel_addresses as (
       update fulfillment_address a
          set ${ERASE_ADDRESS}
         from parcels p where a.id = p.delivery_address_id
     ), emptied_carts as (
       update cart set email = null, customer_id = null where id in (select id from carts)
     ), changes as (
       update order_change_action set details = null
        where order_id in (select id from orders) and reference in ('email', 'shipping_address', 'billing_address')
     ), told as (
       update notification set ${ERASE_NOTE} where resource_type = 'order' and resource_id in (select id from orders)
     ), mails as (
       ${DELETE_ORDER_MAILS}
     ), links as (
       delete from ${OUTBOX_TABLE}
        where ${IS_LOOSE_MAIL} and lower(payload ->> 'to') in (select lower(email) from orders)
     ), discounts as (
       delete from promotion_campaign_budget_usage
        where ${mailboxIn("attribute_value")} in (select ${mailboxIn("email")} from orders)
     ), refund_addresses as (
       update bitcoin_refund_address a set address = null, updated_at = now()
         from bitcoin_invoice i where i.id = a.invoice_id and i.order_id in (select id from orders)
     ), refund_payouts as (
       update bitcoin_refund_payout p set address = null, updated_at = now()
         from bitcoin_invoice i where i.id = p.invoice_id and not p.is_open and i.order_id in (select id from orders)
     ), withdrawals as (
       update order_withdrawal set name = null, address = null, note = null, updated_at = now()
        where order_id in (select id from orders)
     )
     update "order"
        set email = '${ERASED_EMAIL}', customer_id = null, metadata = coalesce(metadata, '{}') - 'erase_when_possible'
      where id in (select id from orders)
  returning id`,
)

/** A mail that was on its way while its order was made anonymous noted its receiver afterwards: that goes too. */
export const eraseLateMails = idStatement(
  `with orders as (
       select id from "order" where email = '${ERASED_EMAIL}'
     ), mails as (
       ${DELETE_ORDER_MAILS}
     )
     update notification set ${ERASE_NOTE}
      where resource_type = 'order' and "to" <> '${ERASED_EMAIL}' and resource_id in (select id from orders)
  returning id`,
)

export const eraseOldCarts = idStatement(
  `with old as (
       select c.id, c.shipping_address_id, c.billing_address_id from cart c
        where c.updated_at < now() - interval '${RETENTION.cartDays} days'
          and not exists (select 1 from order_cart l where l.cart_id = c.id)
          and not exists (select 1 from cart_line_item i
                           where i.cart_id = c.id and i.updated_at >= now() - interval '${RETENTION.cartDays} days')
     ), gone as (
       delete from cart where id in (select id from old) returning id
     ), addresses as (
       delete from cart_address where id in (select shipping_address_id from old union select billing_address_id from old)
     )
     select id from gone`,
)

export const eraseMessages: IdStatement<{ ids: readonly string[] }> = idStatement(
  `with messages as (
       select id from contact_message where id = any(:ids)
     ), answers as (
       delete from contact_answer where message_id in (select id from messages)
     ), mails as (
       delete from ${OUTBOX_TABLE} where topic = 'mail' and payload -> 'data' ->> 'messageId' in (select id from messages)
     ), notifications as (
       update notification set ${ERASE_NOTE}
        where resource_type = 'contact_message' and resource_id in (select id from messages)
     )
     delete from contact_message where id in (select id from messages) returning id`,
)

/** A mail that was being sent while its message was deleted logs its recipient afterwards. */
export const eraseLateNotifications = idStatement(
  `update notification n set ${ERASE_NOTE}
      where n.resource_type = 'contact_message' and n."to" <> '${ERASED_EMAIL}'
        and not exists (select 1 from contact_message m where m.id = n.resource_id)
  returning n.id`,
)
