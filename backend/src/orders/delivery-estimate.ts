import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { FollowedOrder } from "@shop/contracts"
import { estimateIfDispatched, estimateIfPaid, isShippingMethod, ukDay } from "./delivery/estimate"
import { querySql } from "../platform/sql/query"
import { AMOUNT_DUE } from "./amount-due"

const factsRow = z.object({
  /** The code of the shipping option's type; null for an option that staff created or deleted for good. */
  method: z.string().nullable(),
  isCancelled: z.boolean(),
  paidAt: z.date().nullable(),
  dispatchedAt: z.date().nullable(),
  isDelivered: z.boolean(),
})
export type DeliveryFacts = z.output<typeof factsRow>

export type OrderEstimate = NonNullable<FollowedOrder["estimate"]>

/**
 * When an order arrives: counted from its dispatch, from its payment, or from now while it is unpaid. Null for an order that has
 * arrived or is over, and once the last of these days is past.
 */
export function estimateOf(facts: DeliveryFacts, now: Date): OrderEstimate | null {
  const { method, isCancelled, paidAt, dispatchedAt, isDelivered } = facts
  if (method === null || !isShippingMethod(method) || isCancelled || isDelivered) return null
  const estimate = dispatchedAt
    ? estimateIfDispatched(method, dispatchedAt)
    : estimateIfPaid(method, paidAt ?? now)
  if (!estimate || estimate.latest < ukDay(now)) return null
  const { earliest, latest, label } = estimate
  return { earliest, latest, label, isUnpaid: !paidAt && !dispatchedAt }
}

const FACTS = `
  select t.code as method, o.status = 'canceled' as "isCancelled",
         coalesce((select min(p.captured_at) from order_payment_collection l
            join payment p on p.payment_collection_id = l.payment_collection_id and p.deleted_at is null
           where l.order_id = o.id and l.deleted_at is null),
           case when ${AMOUNT_DUE} <= 0 then o.created_at end) as "paidAt",
         parcels.dispatched as "dispatchedAt", coalesce(parcels.are_delivered, false) as "isDelivered"
    from "order" o
    left join order_shipping s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
    left join order_shipping_method m on m.id = s.shipping_method_id
    left join shipping_option w on w.id = m.shipping_option_id
    left join shipping_option_type t on t.id = w.shipping_option_type_id
    cross join lateral (
      select max(coalesce(f.shipped_at, f.delivered_at)) as dispatched, bool_and(f.delivered_at is not null) as are_delivered
        from order_fulfillment l join fulfillment f on f.id = l.fulfillment_id
       where l.order_id = o.id and l.deleted_at is null and f.canceled_at is null and f.deleted_at is null) parcels
   where o.id = :orderId
   limit 1`

/** The estimated arrival of an order as of now. */
export async function readEstimate(
  container: MedusaContainer,
  orderId: string,
): Promise<OrderEstimate | null> {
  const [facts] = await querySql(container, factsRow, FACTS, { orderId })
  return facts ? estimateOf(facts, new Date()) : null
}
