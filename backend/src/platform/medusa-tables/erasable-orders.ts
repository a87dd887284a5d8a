import { z } from "@medusajs/framework/zod"
import { RETENTION } from "@shop/contracts"
import { ERASED_EMAIL } from "../mailbox"
import { PARCELS } from "./order-facts"
import { HAS_CAPTURED } from "./order-payment"
import { idStatement, statement, type IdStatement } from "./statement"

/* Orders whose buyers are to be forgotten. In SQL because it depends on payments, parcels and notices, which Medusa's API does not filter by. */

/**
 * Whether an order needs its buyer's address no more: cancelled with no payment that a person still looks at, or
 * delivered, or long enough on its way; and with no refund of which the shop has asked within a year where it should go,
 * and which it has not made; and with no notice of withdrawal that staff have not settled. `o` is the order.
 */
const IS_ERASABLE = `
  not exists (select 1 from bitcoin_invoice i
               where i.order_id = o.id and i.state in ('seen', 'confirming', 'review'))
  and not exists (select 1 from bitcoin_invoice i
                    join bitcoin_audit_entry d on d.invoice_id = i.id and d.action = 'ask_refund_address'
                   where i.order_id = o.id and d.created_at > now() - interval '1 year'
                     and not exists (select 1 from bitcoin_audit_entry e
                                      where e.invoice_id = i.id and e.created_at >= d.created_at
                                        and e.action in ('accept', 'settle_by_hand', 'record_refund', 'keep_surplus')))
  and not exists (select 1 from order_withdrawal w where w.order_id = o.id and w.settled_at is null)
  and (o.status = 'canceled'
       or exists (select 1 from ${PARCELS} and (f.delivered_at is not null or f.shipped_at < now() - interval '30 days')))`

/** A customer's orders, each with whether it is finished. */
export const ordersOf = statement(
  z.object({ id: z.string(), isErasable: z.boolean() }),
  `select o.id, (${IS_ERASABLE}) as "isErasable" from "order" o where o.customer_id = :customerId`,
)

/** Detaches these orders from a deleted account; they are made anonymous when they are finished. */
export const scheduleErasure: IdStatement<{ ids: readonly string[] }> = idStatement(
  `update "order"
      set customer_id = null, metadata = coalesce(metadata, '{}') || '{"erase_when_possible": true}'
    where id = any(:ids) returning id`,
)

/** The orders of deleted accounts that have been finished since. */
export const scheduledOrders = idStatement(
  `select o.id from "order" o where o.metadata ->> 'erase_when_possible' = 'true' and ${IS_ERASABLE}`,
)

/**
 * The orders whose buyer the shop has no reason left to know: of orders that were cancelled without a payment, soon; of
 * all others when the tax office can ask no more. An order whose money a person still looks at is left alone.
 */
export const outdatedOrders = idStatement(
  `select o.id from "order" o
    where o.email <> '${ERASED_EMAIL}' and ${IS_ERASABLE}
      and (o.created_at < now() - interval '${RETENTION.orderYears} years'
           or (o.status = 'canceled' and o.canceled_at < now() - interval '${RETENTION.unpaidOrderDays} days'
               and not ${HAS_CAPTURED}
               and not exists (select 1 from bitcoin_invoice i where i.order_id = o.id and i.received_sats > 0)))`,
)
