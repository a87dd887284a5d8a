import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { describeCard } from "../orders/card-details"
import { findCardPayments } from "../orders/payment-method"
import { querySql } from "../platform/sql/query"

const PAGE_SIZE = 200
const saleRow = z.object({
  kind: z.enum(["sale", "refund"]),
  id: z.string(),
  at: z.date(),
  provider: z.string(),
  order_id: z.string(),
  number: z.number().int().nullable(),
  pence: z.coerce.number().int(),
  /** What the order's sale brought, and how much of it earlier refunds had returned. */
  captured_pence: z.coerce.number().int(),
  returned_pence: z.coerce.number().int(),
  /** Only for Bitcoin. */
  sats: z.string().nullable(),
  rate: z.string().nullable(),
  rate_source: z.string().nullable(),
  rate_at: z.date().nullable(),
  /** Pounds of a refund beyond the sale: what was paid too much went back. */
  surplus_pence: z.coerce.number().int().nullable(),
  transactions: z.string(),
  note: z.string(),
  /** `at` with Postgres' full precision: the next page starts after it and the id. */
  cursor: z.string(),
})

/** One capture, or one refund with an amount below zero. */
export interface Sale extends z.infer<typeof saleRow> {
  /** What the card processor kept of a sale; null: unknown, or no card. */
  readonly feePence: number | null
}

/** What was captured for an invoice: its price, or the worth of an accepted short payment. */
const CAPTURED = `case when i.accepted_sats < i.due_sats
    then floor(i.accepted_sats * (i.rate::numeric * 100) / 100000000) else i.price_minor end`

const page = (at: string, id: string) =>
  `${at} >= :from and ${at} < :to and (${at}, ${id}) > (cast(:cursor as timestamptz), :id) order by ${at}, ${id} limit ${PAGE_SIZE}`

/** Bitcoin sales by capture time, refunds by recording time. */
const BITCOIN = `
    (select 'sale' as kind, i.id, i.captured_at as at, 'pp_bitcoin_bitcoin' as provider, i.order_id,
            (${CAPTURED})::text as pence, (${CAPTURED})::text as captured_pence, '0' as returned_pence,
            i.received_sats::text as sats, i.rate, i.rate_source, i.rate_at, null::numeric as surplus_pence,
            coalesce((select string_agg(distinct txid, ' ') from bitcoin_output
                       where invoice_id = i.id and status in ('mempool', 'confirmed')), '') as transactions,
            case when i.by_hand_sats is not null then 'marked as paid by staff' when i.accepted_sats < i.due_sats then 'short, accepted'
                 when i.accepted_sats is not null then 'late, accepted' else '' end as note
       from bitcoin_invoice i
      where ${page("i.captured_at", "i.id")})
    union all
    (select 'refund', r.id, r.created_at, 'pp_bitcoin_bitcoin', i.order_id, (-r.medusa_minor)::text, (${CAPTURED})::text,
            (select coalesce(sum(e.medusa_minor), 0) from bitcoin_refund e
              where e.invoice_id = r.invoice_id and (e.created_at, e.id) < (r.created_at, r.id))::text,
            coalesce(-r.sats, 0)::text, i.rate, i.rate_source, i.rate_at, nullif(r.amount_minor - r.medusa_minor, 0),
            coalesce(r.txid, ''), case when r.method = 'money' then 'in pounds' else '' end
       from bitcoin_refund r join bitcoin_invoice i on i.id = r.invoice_id
      where ${page("r.created_at", "r.id")})`

/** Every other payment, as Medusa's books have it. */
const OTHERS = `
    (select 'sale', c.id, c.created_at, p.provider_id, l.order_id, round(c.amount * 100)::text, round(c.amount * 100)::text, '0',
            null, null, null, null, null, '', ''
       from capture c join payment p on p.id = c.payment_id and p.provider_id <> 'pp_bitcoin_bitcoin'
       join order_payment_collection l on l.payment_collection_id = p.payment_collection_id and l.deleted_at is null
      where c.deleted_at is null and ${page("c.created_at", "c.id")})
    union all
    (select 'refund', r.id, r.created_at, p.provider_id, l.order_id, round(-r.amount * 100)::text,
            (select round(sum(c.amount) * 100) from capture c where c.payment_id = p.id and c.deleted_at is null)::text,
            (select round(coalesce(sum(e.amount), 0) * 100) from refund e
              where e.payment_id = p.id and e.deleted_at is null and (e.created_at, e.id) < (r.created_at, r.id))::text,
            null, null, null, null, null, '', coalesce(r.note, '')
       from refund r join payment p on p.id = r.payment_id and p.provider_id <> 'pp_bitcoin_bitcoin'
       join order_payment_collection l on l.payment_collection_id = p.payment_collection_id and l.deleted_at is null
      where r.deleted_at is null and ${page("r.created_at", "r.id")})`

/** Each part of the union reads one page at most. */
const SALES = `
  select x.*, x.at::text as cursor, o.display_id as number
    from (${BITCOIN} union all ${OTHERS}) x left join "order" o on o.id = x.order_id
   order by x.at, x.id limit ${PAGE_SIZE}`

/** The sales and refunds of a period page by page, oldest first. */
export async function* readSales(container: MedusaContainer, from: Date, to: Date): AsyncGenerator<Sale[]> {
  let last = { cursor: "-infinity", id: "" }
  for (;;) {
    const sales = await querySql(container, saleRow, SALES, { from, to, cursor: last.cursor, id: last.id })
    if (sales.length > 0) yield withCards(sales, await readCards(container, sales))
    if (sales.length < PAGE_SIZE) return
    last = sales.at(-1) ?? last
  }
}

const cardRow = z.object({
  /** Medusa's capture or refund. */
  id: z.string(),
  processor_id: z.string().nullable(),
  fee_pence: z.number().int().nullable(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  wallet: z.string().nullable(),
})
type CardRow = z.infer<typeof cardRow>

const CARDS = `
  select c.id, k.processor_payment_id as processor_id, k.fee_pence, k.brand, k.last4, k.wallet
    from capture c join payment p on p.id = c.payment_id join card_payment k on k.session_id = p.payment_session_id
   where c.id = any(:ids)
  union all
  select r.medusa_refund_id, r.processor_refund_id, null, null, null, null from card_refund r where r.medusa_refund_id = any(:ids)`

/** What the processor told about these sales. */
async function readCards(
  container: MedusaContainer,
  sales: readonly z.infer<typeof saleRow>[],
): Promise<Map<string, CardRow>> {
  if (findCardPayments(container) === null) return new Map()
  const rows = await querySql(container, cardRow, CARDS, { ids: sales.map(({ id }) => id) })
  return new Map(rows.map((row) => [row.id, row]))
}

function withCards(sales: readonly z.infer<typeof saleRow>[], cards: ReadonlyMap<string, CardRow>): Sale[] {
  return sales.map((sale) => {
    const card = cards.get(sale.id)
    if (card === undefined) return { ...sale, feePence: null }
    const { brand, last4, wallet } = card
    const note = brand === null ? sale.note : describeCard({ brand, last4: last4 ?? "", wallet })
    return { ...sale, feePence: card.fee_pence, transactions: card.processor_id ?? "", note }
  })
}
