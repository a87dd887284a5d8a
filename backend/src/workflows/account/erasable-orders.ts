import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { databaseOf } from "../../query/database"
import { eraseLateMails, eraseOrders } from "./erase-orders"

const orderRow = z.object({ id: z.string(), is_erasable: z.boolean() })

/**
 * Whether an order needs its buyer's address no more: cancelled with no payment that a person still looks at, or
 * delivered, or long enough on its way; and with no refund of which the shop has asked within a year where it should go,
 * and which it has not made. `o` is the order.
 */
export const IS_ERASABLE = `
  not exists (select 1 from bitcoin_invoice i
               where i.order_id = o.id and i.state in ('seen', 'confirming', 'review'))
  and not exists (select 1 from bitcoin_invoice i
                    join bitcoin_audit_entry d on d.invoice_id = i.id and d.action = 'ask_refund_address'
                   where i.order_id = o.id and d.created_at > now() - interval '1 year'
                     and not exists (select 1 from bitcoin_audit_entry e
                                      where e.invoice_id = i.id and e.created_at >= d.created_at
                                        and e.action in ('accept', 'settle_by_hand', 'record_refund', 'keep_surplus')))
  and (o.status = 'canceled'
       or exists (select 1 from fulfillment f join order_fulfillment l on l.fulfillment_id = f.id
                   where l.order_id = o.id and f.canceled_at is null
                     and (f.delivered_at is not null or f.shipped_at < now() - interval '30 days')))`

/** A customer's orders, each with whether it is finished. */
export async function ordersOf(container: MedusaContainer, customerId: string) {
  return databaseOf(container).ask(
    orderRow,
    `select o.id, (${IS_ERASABLE}) as is_erasable from "order" o where o.customer_id = :customerId`,
    { customerId },
  )
}

/** Lets orders go from a deleted account; they are made anonymous when they are finished. */
export async function scheduleErasure(container: MedusaContainer, ids: readonly string[]): Promise<void> {
  await databaseOf(container).ask(
    z.object({ id: z.string() }),
    `update "order"
        set customer_id = null, metadata = coalesce(metadata, '{}') || '{"erase_when_possible": true}'
      where id = any(:ids) returning id`,
    { ids: [...ids] },
  )
}

/** Makes anonymous what deleted accounts left behind and has been finished since, and what came late to it. */
export async function eraseScheduledOrders(container: MedusaContainer): Promise<void> {
  const due = await databaseOf(container).ask(
    z.object({ id: z.string() }),
    `select o.id from "order" o where o.metadata ->> 'erase_when_possible' = 'true' and ${IS_ERASABLE}`,
  )
  await eraseOrders(
    container,
    due.map(({ id }) => id),
  )
  await eraseLateMails(container)
}
