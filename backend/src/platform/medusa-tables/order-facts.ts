import { z } from "@medusajs/framework/zod"
import { AMOUNT_DUE, AMOUNT_OPEN } from "medusa-payments/amount-due"
import { HAS_CAPTURED, PAID_AT, PAID_BY } from "./order-payment"
import type { Database } from "../sql/query"
import { idStatement, statement, statementWithCards, type IdStatement } from "./statement"

/** Parcels of the order `o` that were packed. */
export const PARCELS = `
  order_fulfillment l join fulfillment f on f.id = l.fulfillment_id and f.canceled_at is null and f.deleted_at is null
  where l.order_id = o.id and l.deleted_at is null`

const BITCOIN_UNDER_WAY = `exists (select 1 from bitcoin_invoice i where i.order_id = o.id and (i.state = 'review'
  or (i.captured_at is null and i.state <> 'refunded' and (i.received_sats > 0 or i.state = 'confirmed'))))`
const CARD_UNDER_WAY = `exists (select 1 from card_payment c where c.order_id = o.id and (c.state = 'review' or c.dispute is not null
  or (c.captured_at is null and c.state in ('confirming', 'paid'))))`

/**
 * A statement that asks whether money for the order `o` was seen that is not captured, or that staff decide about: also late, for a
 * quote that has ended, or at the address of a method that was changed.
 */
export function withMoneyUnderWay<Row extends z.ZodType>(
  row: Row,
  text: (isMoneyUnderWay: string) => string,
) {
  return statementWithCards(row, (ifCards) =>
    text(`(${BITCOIN_UNDER_WAY} ${ifCards(`or ${CARD_UNDER_WAY}`)})`),
  )
}

/** What decides whether a buyer may cancel an order. In SQL because it has to be of one moment, over five modules. */
export const readCancellation = withMoneyUnderWay(
  z.object({
    status: z.string(),
    isByBuyer: z.boolean(),
    paidAt: z.date().nullable(),
    isPacked: z.boolean(),
    isReleased: z.boolean(),
    hasMoneyUnderWay: z.boolean(),
    /** The providers of what was captured: a difference may be paid by another one. */
    paidBy: z.array(z.string()),
  }),
  (isMoneyUnderWay) => `
  select o.status, coalesce(o.metadata ->> 'cancelled_by' = 'buyer', false) as "isByBuyer", ${PAID_AT} as "paidAt",
         exists (select 1 from ${PARCELS}) as "isPacked",
         exists (select 1 from unpaid_release r where r.order_id = o.id) as "isReleased",
         ${isMoneyUnderWay} as "hasMoneyUnderWay", ${PAID_BY} as "paidBy"
    from "order" o where o.id = :orderId and o.deleted_at is null`,
)

/** What an order's arrival is estimated from. In SQL because every view of an order asks for it, and it lies in four modules. */
export const readDelivery = statement(
  z.object({
    /** The code of the shipping option's type; null for an option that staff created or deleted for good. */
    method: z.string().nullable(),
    isCancelled: z.boolean(),
    /** Null as well while a difference is due: the parcel waits for it. */
    paidAt: z.date().nullable(),
    dispatchedAt: z.date().nullable(),
    isDelivered: z.boolean(),
  }),
  `select t.code as method, o.status = 'canceled' as "isCancelled",
          case when o.version = 1 or ${AMOUNT_DUE} <= 0
            then coalesce(${PAID_AT}, case when ${AMOUNT_OPEN} <= 0 then o.created_at end) end as "paidAt",
          parcels.dispatched as "dispatchedAt", coalesce(parcels.are_delivered, false) as "isDelivered"
     from "order" o
     left join order_shipping s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
     left join order_shipping_method m on m.id = s.shipping_method_id
     left join shipping_option w on w.id = m.shipping_option_id
     left join shipping_option_type t on t.id = w.shipping_option_type_id
     cross join lateral (
       select max(coalesce(f.shipped_at, f.delivered_at)) as dispatched, bool_and(f.delivered_at is not null) as are_delivered
         from ${PARCELS}) parcels
    where o.id = :orderId
    limit 1`,
)

const knownRow = z.object({ isKnown: z.boolean() })
const KNOWN = `
  select c.has_account or exists (
           select 1 from order_key k where k.order_id = o.id and k.opened_at is not null and k.deleted_at is null)
         or ${HAS_CAPTURED} as "isKnown"
    from customer c left join "order" o on o.customer_id = c.id and o.deleted_at is null
   where c.deleted_at is null`
const knownGuest = statement(knownRow, `${KNOWN} and c.email = :email and not c.has_account`)
const knownBuyer = statement(
  knownRow,
  `${KNOWN} and c.id = (select customer_id from "order" where id = :orderId)`,
)

/** Whether a guest with this address has opened a link of ours, or has paid an order. In SQL because placing an order asks for it. */
export async function isGuestKnown(database: Database, email: string): Promise<boolean> {
  return (await knownGuest(database, { email })).some(({ isKnown }) => isKnown)
}

/** Whether an order's buyer has an account, has opened a link of ours, or has paid an order. In SQL as `isGuestKnown`. */
export async function isBuyerKnown(database: Database, orderId: string): Promise<boolean> {
  return (await knownBuyer(database, { orderId })).some(({ isKnown }) => isKnown)
}

/** The order, if a guest with this address placed it. In SQL because each order that is placed asks for it. */
export const orderOfGuest: IdStatement<{ orderId: string; email: string }> = idStatement(
  `select o.id from "order" o left join customer c on c.id = o.customer_id
    where o.id = :orderId and lower(o.email) = lower(:email) and not coalesce(c.has_account, false)`,
)
