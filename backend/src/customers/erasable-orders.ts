import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { RETENTION } from "@shop/contracts"
import { idRow, querySql } from "../platform/sql/query"
import { ERASED_EMAIL } from "../platform/mailbox"

const orderRow = z.object({ id: z.string(), is_erasable: z.boolean() })

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
       or exists (select 1 from fulfillment f join order_fulfillment l on l.fulfillment_id = f.id
                   where l.order_id = o.id and f.canceled_at is null
                     and (f.delivered_at is not null or f.shipped_at < now() - interval '30 days')))`

/** A customer's orders, each with whether it is finished. */
export async function ordersOf(container: MedusaContainer, customerId: string) {
  return querySql(
    container,
    orderRow,
    `select o.id, (${IS_ERASABLE}) as is_erasable from "order" o where o.customer_id = :customerId`,
    { customerId },
  )
}

/** Detaches orders from a deleted account; they are made anonymous when they are finished. */
export async function scheduleErasure(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  await querySql(
    container,
    idRow,
    `update "order"
        set customer_id = null, metadata = coalesce(metadata, '{}') || '{"erase_when_possible": true}'
      where id = any(:ids) returning id`,
    { ids },
  )
}

/** The orders of deleted accounts that have been finished since. */
export async function scheduledOrders(container: MedusaContainer): Promise<string[]> {
  const due = await querySql(
    container,
    idRow,
    `select o.id from "order" o where o.metadata ->> 'erase_when_possible' = 'true' and ${IS_ERASABLE}`,
  )
  return due.map(({ id }) => id)
}

/**
 * The orders whose buyer the shop has no reason left to know: of orders that were cancelled without a payment, soon; of
 * all others when the tax office can ask no more. An order whose money a person still looks at is left alone.
 */
export async function outdatedOrders(container: MedusaContainer): Promise<string[]> {
  const old = await querySql(
    container,
    idRow,
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
      orderYears: RETENTION.orderYears,
      unpaidOrderDays: RETENTION.unpaidOrderDays,
    },
  )
  return old.map(({ id }) => id)
}
