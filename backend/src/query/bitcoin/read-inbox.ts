import { z } from "@medusajs/framework/zod"
import type { RowSource } from "../row-source"

const time = z.date().transform((date) => date.toISOString())
const inboxRow = z.object({
  kind: z.enum(["payment", "outbox", "surplus", "owed", "refund_recording"]),
  order_id: z.string(),
  number: z.number().int().nullable(),
  invoice_id: z.string(),
  since: time,
  /** What the tables say of it, for the kinds that have something to say. */
  reason: z.string(),
  /** What it is about in pence, where it is about an amount. */
  pence: z.string().nullable(),
})
export type InboxRow = z.infer<typeof inboxRow>

const MOST = 200

/**
 * Everything that needs a person, the oldest first. Cases are rows; what is owed is reckoned from the books as they
 * stand, so that no event can be missed:
 * `payment` a payment in review · `outbox` something that keeps failing · `surplus` more came than the price, and nobody
 * gave it back or agreed to keep it · `owed` a paid order was cancelled, or goods came back, and the money is still here ·
 * `refund_recording` a recorded refund that Medusa does not take.
 */
const INBOX = `
  with refunded as (select invoice_id, sum(pence) as pence from bitcoin_refund group by invoice_id),
  surplus as (
    select i.id, floor(i.received_sats * (i.rate::numeric * 100) / 100000000) - i.price_pence - coalesce(r.pence, 0) as pence
      from bitcoin_invoice i left join refunded r on r.invoice_id = i.id
     where i.captured_at is not null and i.received_sats > i.due_sats and i.state = 'confirmed'
       and not exists (select 1 from bitcoin_audit_entry d where d.invoice_id = i.id and d.action = 'keep_surplus')),
  owed as (
    select i.id, round(100 * greatest(
             case when o.status = 'canceled' then coalesce(c.captured_amount, 0) - coalesce(c.refunded_amount, 0) else 0 end,
             -coalesce((s.totals ->> 'pending_difference')::numeric, 0))) as pence, o.updated_at as since
      from bitcoin_invoice i
      join "order" o on o.id = i.order_id and o.deleted_at is null
      join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
      join payment_collection c on c.id = l.payment_collection_id and c.deleted_at is null
      left join order_summary s on s.order_id = o.id and s.version = o.version and s.deleted_at is null
     where i.captured_at is not null)
  select x.kind, i.order_id, o.display_id as number, i.id as invoice_id, x.since, x.reason, x.pence::text
    from (select kind, invoice_id, created_at as since, reason, null::numeric as pence from bitcoin_case where closed_at is null
          union all
          select 'surplus', s.id, i.captured_at, '', s.pence from surplus s join bitcoin_invoice i on i.id = s.id where s.pence > 0
          union all
          select 'owed', id, since, '', pence from owed where pence > 0
          union all
          select 'refund_recording', invoice_id, created_at, coalesce(last_error, ''), pence from bitcoin_refund
           where recorded_at is null and attempts > 2) x
    join bitcoin_invoice i on i.id = x.invoice_id
    left join "order" o on o.id = i.order_id
   order by x.since, i.id limit ${MOST}`

/** What waits for a person, the longest first. */
export function readInbox(database: RowSource): Promise<InboxRow[]> {
  return database.rows(inboxRow, INBOX)
}

const doneRow = z.object({
  at: time,
  order_id: z.string(),
  number: z.number().int().nullable(),
  what: z.string(),
  by: z.string(),
  reason: z.string().nullable(),
})
export type DoneRow = z.infer<typeof doneRow>

const DONE = `
  select x.at, i.order_id, o.display_id as number, x.what, x.by, x.reason
    from (select created_at as at, invoice_id, action as what, by_email as by, reason from bitcoin_audit_entry
          union all
          select closed_at, invoice_id, 'case_closed', coalesce(closed_by, ''), reason from bitcoin_case where closed_at is not null) x
    join bitcoin_invoice i on i.id = x.invoice_id
    left join "order" o on o.id = i.order_id
   order by x.at desc limit 100`

/** What was decided and what closed by itself, the latest first. */
export function readDone(database: RowSource): Promise<DoneRow[]> {
  return database.rows(doneRow, DONE)
}
