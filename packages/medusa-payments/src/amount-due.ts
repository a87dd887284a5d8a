import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { querySql } from "./database"

/** A payment that asks a buyer for money: a quote, or a page of a card processor. */
export interface OpenPayment {
  readonly id: string
  readonly amountMinor: bigint
  /** Money for it is on its way: its capture changes what is due. */
  readonly isUnderWay: boolean
}

/**
 * What becomes of an order's open payments once `dueMinor` is due, all captures and refunds counted; below zero: to be returned. One
 * that asks for another amount ends, and a new one asks for what is due. Nothing changes while money is on its way: its capture
 * is followed by this decision again. `mayFail`: money for another amount is on its way, and no capture follows if it never arrives.
 */
export function followAmountDue<Payment extends OpenPayment>(
  dueMinor: bigint,
  open: readonly Payment[],
): { readonly end: readonly Payment[]; readonly askMinor: bigint | null; readonly mayFail: boolean } {
  const underWay = open.filter(({ isUnderWay }) => isUnderWay)
  if (underWay.length > 0)
    return { end: [], askMinor: null, mayFail: underWay.some(({ amountMinor }) => amountMinor !== dueMinor) }
  const kept = open.find(({ amountMinor }) => amountMinor === dueMinor)
  return {
    end: open.filter((payment) => payment !== kept),
    askMinor: kept === undefined && dueMinor > 0n ? dueMinor : null,
    mayFail: false,
  }
}

/** A line's price or discount `l` with VAT, in whole units. */
const withVat = (amount: string, row: string) =>
  `${amount} * case when ${row}.is_tax_inclusive then 1 else 1 + vat.rate end`

/** What comes back for an exchange or a claim of the order `o` and has not arrived, at what was paid for it, in whole units. */
const AWAITED = `(
  select coalesce(sum((back.quantity - coalesce(back.received_quantity, 0)) *
           (${withVat("coalesce(item.unit_price, line.unit_price)", "line")} - off.amount / item.quantity)), 0)
    from return r
    join return_item back on back.return_id = r.id and back.deleted_at is null
    join order_item item on item.order_id = o.id and item.version = o.version and item.item_id = back.item_id
     and item.quantity > 0 and item.deleted_at is null
    join order_line_item line on line.id = item.item_id
   cross join lateral (select coalesce(sum(t.rate), 0) / 100 as rate from order_line_item_tax_line t
     where t.item_id = line.id and t.deleted_at is null) vat
   cross join lateral (select coalesce(sum(${withVat("a.amount", "a")}), 0) as amount from order_line_item_adjustment a
     where a.item_id = line.id and a.version = item.version and a.deleted_at is null) off
   where r.order_id = o.id and r.status in ('requested', 'partially_received')
     and coalesce(r.exchange_id, r.claim_id) is not null and r.deleted_at is null)`

/**
 * SQL for what Medusa's sums say is open of an order `o` in whole units: they count every capture, refund and credit. Null: an order
 * without sums. A subquery that takes a minimum is evaluated for each order; `exists` may become a join of whole tables.
 */
export const AMOUNT_OPEN = `(
  select min((sums.totals ->> 'pending_difference')::numeric) from order_summary sums
   where sums.order_id = o.id and sums.version = o.version and sums.deleted_at is null)`

/**
 * SQL for what the buyer of an order `o` owes now in whole units; below zero: what goes back to them. What comes back for an exchange
 * pays for what is sent instead, so it is not asked for while it is on its way. Null: an order without sums. Without `offset` the open
 * amount is planned once for each of its uses, which takes longer than the answer.
 */
export const AMOUNT_DUE = `(
  select min(case when o.version = 1 or open.amount <= 0 then open.amount else greatest(0, round(open.amount - ${AWAITED}, 2)) end)
    from (select ${AMOUNT_OPEN} as amount offset 0) open)`

/** What the buyer of an order owes now, in whole units; below zero: what goes back to them. Null: an order without sums. */
export async function readAmountDue(container: MedusaContainer, orderId: string): Promise<number | null> {
  return (await readAmountsDue(container, orderId))?.due ?? null
}

/** Both of one moment. `awaited`: what is open of the order beyond what is due, because what comes back pays for it. */
export async function readAmountsDue(
  container: MedusaContainer,
  orderId: string,
): Promise<{ due: number; awaited: number } | null> {
  const [order] = await querySql(
    container,
    z.object({ due: z.coerce.number().nullable(), open: z.coerce.number() }),
    `select ${AMOUNT_DUE} as due, ${AMOUNT_OPEN} as open from "order" o where o.id = :orderId`,
    { orderId },
  )
  if (order === undefined || order.due === null) return null
  const { due, open } = order
  return { due, awaited: Math.max(0, open) - Math.max(0, due) }
}

/**
 * SQL for the captured payments in a method's `table` of which the order may owe something to its buyer, with the `amount` in whole
 * units and the time `since`: all that is left of it after a cancellation; after a change or a return, what was paid too much, out
 * of the oldest payments first. The table needs indexes of its closed captures and on `order_id`.
 */
export const owedPayments = (table: string) => `
  select p.*, o.updated_at as since, (
    select least(paid.rest, case when o.status = 'canceled' then paid.rest else -${AMOUNT_DUE} - paid.earlier end)
      from (select each.session_id, each.rest, sum(each.rest) over (order by each.captured_at, each.id) - each.rest as earlier
              from (select m.id, m.payment_session_id as session_id, m.captured_at, (
                             select coalesce(sum(amount), 0) from capture where payment_id = m.id and deleted_at is null) - (
                             select coalesce(sum(amount), 0) from refund where payment_id = m.id and deleted_at is null) as rest
                      from order_payment_collection l
                      join payment m on m.payment_collection_id = l.payment_collection_id and m.captured_at is not null
                       and m.deleted_at is null
                     where l.order_id = o.id and l.deleted_at is null) each) paid
     where paid.session_id = p.session_id) as amount
    from (select id from ${table} closed where captured_at is not null and closed_at is not null
          union
          select changed.id from order_summary s join ${table} changed on changed.order_id = s.order_id and changed.captured_at is not null
           where s.totals ->> 'pending_difference' like '-%' and s.deleted_at is null) candidate
   cross join lateral (select * from ${table} found where id = candidate.id limit 1) p
   cross join lateral (select * from "order" where id = p.order_id and deleted_at is null limit 1) o`

/** What an order owes of each of its payments in a method's `table`, by the payment's id, in whole units. */
export async function owedOfOrder(container: MedusaContainer, table: string, orderId: string) {
  const rows = await querySql(
    container,
    z.object({ id: z.string(), amount: z.coerce.number() }),
    `select id, amount from (${owedPayments(table)}) owed where order_id = :orderId and amount > 0`,
    { orderId },
  )
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/** Why an order is in staff's list of refunds to make. @param amount as money is written, such as "£4.00" */
export const refundIsDue = (amount: string) =>
  `A refund of ${amount} is due: the order was cancelled or changed, or items were returned`
