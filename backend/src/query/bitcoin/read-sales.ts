import { z } from "@medusajs/framework/zod"
import type { RowSource } from "../row-source"

const PAGE = 200
const time = z.date().transform((date) => date.toISOString())

const saleRow = z.object({
  kind: z.enum(["sale", "refund"]),
  id: z.string(),
  at: time,
  order_id: z.string(),
  number: z.number().int().nullable(),
  invoice_id: z.string(),
  pence: z.string(),
  sats: z.string(),
  rate: z.string(),
  rate_source: z.string(),
  rate_at: time,
  txids: z.string(),
  note: z.string(),
  /** Where the next page begins, together with the id. */
  place: z.string(),
})
export type SaleRow = z.infer<typeof saleRow>

/** What an invoice brought into the books: its price, or what a short payment that staff accepted was worth. */
const CAPTURED = `case when i.accepted_sats < i.due_sats
    then floor(i.accepted_sats * (i.rate::numeric * 100) / 100000000) else i.price_pence end`

/** What a page asks of its rows: the stretch of time, and what comes after the last row of the page before. */
const within = (at: string, id: string) =>
  `${at} >= $1 and ${at} < $2 and (${at}, ${id}) > ($3::timestamptz, $4) order by ${at}, ${id} limit ${PAGE}`

/**
 * Sales by the moment they were taken, refunds by the moment they were recorded. Either part reads no further than a
 * page; the place is told as Postgres knows it, finer than a millisecond.
 */
const SALES = `
  select x.*, x.at::text as place from (
    (select 'sale' as kind, i.id, i.captured_at as at, i.order_id, o.display_id as number, i.id as invoice_id,
            (${CAPTURED})::text as pence, i.received_sats::text as sats, i.rate, i.rate_source, i.rate_at,
            coalesce((select string_agg(distinct txid, ' ') from bitcoin_output
                       where invoice_id = i.id and status in ('mempool', 'confirmed')), '') as txids,
            case when i.settled_by_hand then 'settled by hand' when i.accepted_sats < i.due_sats then 'short, accepted'
                 when i.accepted_sats is not null then 'late, accepted' else '' end as note
       from bitcoin_invoice i left join "order" o on o.id = i.order_id
      where ${within("i.captured_at", "i.id")})
    union all
    (select 'refund', r.id, r.created_at, i.order_id, o.display_id, i.id, (-r.pence)::text, coalesce(-r.sats, 0)::text,
            i.rate, i.rate_source, i.rate_at, coalesce(r.txid, ''),
            case when r.medusa_pence < r.pence then 'of it a surplus: £' || round((r.pence - r.medusa_pence) / 100, 2)
                 when r.method = 'pounds' then 'in pounds' else '' end
       from bitcoin_refund r join bitcoin_invoice i on i.id = r.invoice_id left join "order" o on o.id = i.order_id
      where ${within("r.created_at", "r.id")})
  ) x order by x.at, x.id limit ${PAGE}`

/** All that was taken and given back in a stretch of time, oldest first, a page at a time. */
export async function* readSales(database: RowSource, from: Date, to: Date): AsyncGenerator<SaleRow[]> {
  let last = { place: "-infinity", id: "" }
  for (;;) {
    const page = await database.rows(saleRow, SALES, [from, to, last.place, last.id])
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    last = page.at(-1) ?? last
  }
}
