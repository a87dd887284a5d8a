import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import {
  BITCOIN_PAYMENT,
  EARLIER_MONEY,
  PAYMENT_REASONS,
  satoshis,
  toMinorUnits,
  worthInMinorUnits,
  type ReviewedInvoice,
} from "../modules/bitcoin-payment"
import { querySql } from "medusa-payments/database"

const caseRow = z.object({
  kind: z.enum(["payment", "failing", "surplus", "owed", "sent_before_order"]),
  order_id: z.string(),
  display_id: z.number().int().nullable(),
  invoice_id: z.string(),
  since: z.date().transform((date) => date.toISOString()),
  /** In the order's currency. */
  owed: z.string().nullable(),
  /** What was sent before the order. */
  earlier_sats: z.string().nullable(),
  failure: z
    .object({ task: z.string(), attempts: z.number().int(), error: z.string().nullable() })
    .nullable(),
})
type CaseRow = z.output<typeof caseRow>

/** Why a case needs a person: what matters most first. */
const CASE_REASONS = ["failing", "refund_due", ...PAYMENT_REASONS] as const
export type CaseReason = (typeof CASE_REASONS)[number]

/** Something about a Bitcoin payment that needs a person. */
export interface BitcoinCase extends Pick<CaseRow, "kind" | "since" | "failure"> {
  readonly orderId: string
  /** The order's number. */
  readonly number: number | null
  readonly details: ReviewedInvoice
  readonly reasons: readonly CaseReason[]
  /** What it is about; null where the payment's own amounts say it. */
  readonly amountMinor: bigint | null
}

const LIMIT = 200

/**
 * Everything that needs a person, the longest waiting first. `payment` cases are rows, and `failing` cases are outbox messages
 * that keep failing: effects of a payment, and refunds that Medusa does not accept. The others are derived from the current
 * amounts, so that no event can be missed: `surplus` more than the price is final, and it was neither refunded nor kept ·
 * `owed` a paid order was cancelled or items were returned, and the money is still here · `sent_before_order` the source knew
 * money on the address before the order was placed, and staff did not say yet whose it is. Each part has an index of its
 * candidates, and subqueries read what belongs to them, so that the paid orders of the past cost nothing. A cancelled order
 * closes its captured invoice.
 */
const OPEN_CASES = `
  with candidates as (
    select id, order_id from bitcoin_invoice where captured_at is not null and closed_at is not null
    union
    select i.id, i.order_id from order_summary s join bitcoin_invoice i on i.order_id = s.order_id and i.captured_at is not null
     where s.totals ->> 'pending_difference' like '-%' and s.deleted_at is null),
  owed as (
    select i.id, o.updated_at as since, greatest(
             case when o.status = 'canceled' then
               (select sum(coalesce(c.captured_amount, 0) - coalesce(c.refunded_amount, 0))
                  from order_payment_collection l join payment_collection c on c.id = l.payment_collection_id and c.deleted_at is null
                 where l.order_id = o.id and l.deleted_at is null) else 0 end,
             (select -sum((s.totals ->> 'pending_difference')::numeric) from order_summary s
               where s.order_id = o.id and s.version = o.version and s.deleted_at is null)) as amount
      from candidates i join "order" o on o.id = i.order_id and o.deleted_at is null)
  select x.kind, i.order_id, o.display_id, x.invoice_id, x.since, x.owed::text, x.earlier_sats::text, x.failure
    from (select 'payment' as kind, invoice_id, created_at as since, null::numeric as owed, null::numeric as earlier_sats, null::jsonb as failure
            from bitcoin_case where closed_at is null
          union all
          select 'failing', payload ->> 'invoiceId', alerted_at, null, null,
                 jsonb_build_object('task', coalesce(payload ->> 'kind', 'refund'), 'attempts', attempts, 'error', last_error)
            from outbox_message where topic in ('bitcoin-effect', 'bitcoin-refund') and finished_at is null and alerted_at is not null
          union all
          select 'surplus', id, captured_at, null, null, null from bitcoin_invoice
           where surplus_minor > 0 and captured_at is not null and state = 'confirmed'
          union all
          select 'owed', id, since, amount, null, null from owed where amount > 0
          union all
          select 'sent_before_order', invoice_id, since, null, sats, null from (${EARLIER_MONEY}) earlier) x
   cross join lateral (select order_id from bitcoin_invoice where id = x.invoice_id limit 1) i
    left join "order" o on o.id = i.order_id
   order by x.since, x.invoice_id limit ${LIMIT}`

/** The orders of the open cases, one entry for each case, without what is to be decided. */
export async function findOrdersWithCases(container: MedusaContainer): Promise<string[]> {
  const rows = await querySql(container, caseRow, OPEN_CASES, {})
  return rows.map(({ order_id }) => order_id)
}

/** The open cases, the longest waiting first. The number of statements does not depend on theirs. */
export async function readOpenCases(container: MedusaContainer): Promise<BitcoinCase[]> {
  const rows = await querySql(container, caseRow, OPEN_CASES, {})
  const orders = [...new Set(rows.map(({ order_id }) => order_id))]
  const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrders(orders)
  const byInvoice = new Map(all.map((details) => [details.invoice.id, details]))
  return rows.flatMap((row) => {
    const details = byInvoice.get(row.invoice_id)
    return details === undefined ? [] : caseOf(row, details)
  })
}

function caseOf(row: CaseRow, details: ReviewedInvoice): BitcoinCase {
  const { kind, order_id: orderId, display_id: number, since, failure } = row
  const [reasons, amountMinor] = reasonAndAmount(row, details)
  return { kind, orderId, number, since, failure, details, reasons, amountMinor }
}

function reasonAndAmount(
  { kind, owed, earlier_sats: earlier }: CaseRow,
  { invoice, reasons, surplusMinor }: ReviewedInvoice,
): [readonly CaseReason[], bigint | null] {
  switch (kind) {
    case "payment":
      return [reasons, null]
    case "failing":
      return [["failing"], null]
    case "surplus":
      return [["overpaid"], surplusMinor]
    case "owed":
      return [["refund_due"], toMinorUnits(Number(owed), invoice.currency)]
    case "sent_before_order":
      return [[kind], worthInMinorUnits(satoshis(BigInt(earlier ?? 0)), invoice)]
  }
}

const LISTED = 20

/** The orders with open cases, each with all its reasons: at most twenty, and whether there are more. */
export async function listOrdersWithCases(container: MedusaContainer) {
  const open = await readOpenCases(container)
  // A map keeps the first of each order, which has waited longest.
  const orders = new Map([...open].reverse().map((one) => [one.orderId, one]))
  const cases = [...orders.values()].reverse().map(({ orderId, number, since }) => {
    const ofOrder = open.filter((one) => one.orderId === orderId)
    const found = new Set(ofOrder.flatMap(({ reasons }) => reasons))
    const reasons = CASE_REASONS.filter((reason) => found.has(reason))
    return { order_id: orderId, display_id: number, since, reasons }
  })
  return { cases: cases.slice(0, LISTED), has_more: cases.length > LISTED }
}
