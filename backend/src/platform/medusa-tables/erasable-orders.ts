import { z } from "@medusajs/framework/zod"
import { RETENTION } from "@shop/contracts"
import { ERASED_EMAIL } from "../email-address"
import { PARCELS } from "./order-facts"
import { HAS_CAPTURED } from "./order-payment"
import { idStatement, statement, type IdStatement } from "./statement"

/* Orders whose buyers are to be forgotten. In SQL because it depends on payments, parcels and notices, which Medusa's API does not filter by. */

/**
 * Whether `o` needs its buyer's address no more: cancelled without a payment in review, delivered or long on its way;
 * no refund asked about within a year and not made, no unsettled notice of withdrawal. `:endsQuestion` are the actions
 * after which staff need no address.
 */
const IS_ERASABLE = `
  not exists (select 1 from bitcoin_invoice i
               where i.order_id = o.id and i.state in ('seen', 'confirming', 'review'))
  and not exists (select 1 from bitcoin_invoice i
                    join bitcoin_audit_entry d on d.invoice_id = i.id and d.action = 'ask_refund_address'
                   where i.order_id = o.id and d.created_at > now() - interval '1 year'
                     and not exists (select 1 from bitcoin_audit_entry e
                                      where e.invoice_id = i.id and e.created_at >= d.created_at
                                        and e.action = any(cast(:endsQuestion as text[]))))
  and not exists (select 1 from order_withdrawal w where w.order_id = o.id and w.settled_at is null)
  and (o.status = 'canceled'
       or exists (select 1 from ${PARCELS} and (f.delivered_at is not null or f.shipped_at < now() - interval '30 days')))`

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

export const scheduledOrders: IdStatement<{ endsQuestion: readonly string[] }> = idStatement(
  `select o.id from "order" o where o.metadata ->> 'erase_when_possible' = 'true' and ${IS_ERASABLE}`,
)

/** Orders cancelled without payment, soon; others when the tax office can ask no more. */
export const outdatedOrders: IdStatement<{ endsQuestion: readonly string[] }> = idStatement(
  `select o.id from "order" o
    where o.email <> '${ERASED_EMAIL}' and ${IS_ERASABLE}
      and (o.created_at < now() - interval '${RETENTION.orderYears} years'
           or (o.status = 'canceled' and o.canceled_at < now() - interval '${RETENTION.unpaidOrderDays} days'
               and not ${HAS_CAPTURED}
               and not exists (select 1 from bitcoin_invoice i where i.order_id = o.id and i.received_sats > 0)))`,
)
