import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { toPounds } from "@shop/contracts"
import { csvLines } from "../query/csv"
import { queryGraph, querySql } from "../query/query"
import { orderContent, type OrderContent } from "../orders/projections"
import { vatOfRefund, vatOfWhatWasPaid } from "../orders/vat-summary"

const PAGE_SIZE = 200
const HEADINGS = [
  "kind",
  "date",
  "order_number",
  "order_id",
  "gbp",
  "vat_gbp",
  "vat_by_rate",
  "sats",
  "rate_gbp",
  "rate_source",
  "rate_at",
  "txids",
  "note",
]

/**
 * Bitcoin sales of a period as lines of a CSV file; refunds are negative. The amounts in pounds are the ones in Medusa's
 * books: a surplus is owed to the buyer, so neither its arrival nor its return is part of them.
 */
export async function* salesLines(container: MedusaContainer, from: Date, to: Date): AsyncGenerator<string> {
  yield csvLines([HEADINGS])
  for await (const page of readSales(container, from, to)) {
    const orders = await ordersOf(container, page)
    yield csvLines(page.map((sale) => cellsOf(sale, orders.get(sale.order_id))))
  }
}

const time = z.date().transform((date) => date.toISOString())
const saleRow = z.object({
  kind: z.enum(["sale", "refund"]),
  id: z.string(),
  at: time,
  order_id: z.string(),
  number: z.number().int().nullable(),
  pence: z.coerce.number().int(),
  /** What the order's sale brought, and how much of it earlier refunds had returned. */
  captured_pence: z.coerce.number().int(),
  returned_pence: z.coerce.number().int(),
  sats: z.string(),
  rate: z.string(),
  rate_source: z.string(),
  rate_at: time,
  txids: z.string(),
  note: z.string(),
  /** `at` with Postgres' full precision: the next page starts after it and the id. */
  cursor: z.string(),
})
type SaleRow = z.infer<typeof saleRow>

/** What was captured for an invoice: its price, or the worth of an accepted short payment. */
const CAPTURED = `case when i.accepted_sats < i.due_sats
    then floor(i.accepted_sats * (i.rate::numeric * 100) / 100000000) else i.price_pence end`

const page = (at: string, id: string) =>
  `${at} >= :from and ${at} < :to and (${at}, ${id}) > (cast(:cursor as timestamptz), :id) order by ${at}, ${id} limit ${PAGE_SIZE}`

/** Sales by capture time, refunds by recording time. Each part of the union reads one page at most. */
const SALES = `
  select x.*, x.at::text as cursor from (
    (select 'sale' as kind, i.id, i.captured_at as at, i.order_id, o.display_id as number,
            (${CAPTURED})::text as pence, (${CAPTURED})::text as captured_pence, '0' as returned_pence,
            i.received_sats::text as sats, i.rate, i.rate_source, i.rate_at,
            coalesce((select string_agg(distinct txid, ' ') from bitcoin_output
                       where invoice_id = i.id and status in ('mempool', 'confirmed')), '') as txids,
            case when i.settled_by_hand then 'marked as paid by staff' when i.accepted_sats < i.due_sats then 'short, accepted'
                 when i.accepted_sats is not null then 'late, accepted' else '' end as note
       from bitcoin_invoice i left join "order" o on o.id = i.order_id
      where ${page("i.captured_at", "i.id")})
    union all
    (select 'refund', r.id, r.created_at, i.order_id, o.display_id, (-r.medusa_pence)::text, (${CAPTURED})::text,
            (select coalesce(sum(e.medusa_pence), 0) from bitcoin_refund e
              where e.invoice_id = r.invoice_id and (e.created_at, e.id) < (r.created_at, r.id))::text,
            coalesce(-r.sats, 0)::text, i.rate, i.rate_source, i.rate_at, coalesce(r.txid, ''),
            case when r.medusa_pence < r.pence
                   then 'and £' || round((r.pence - r.medusa_pence) / 100, 2) || ' that was no part of the sale'
                 when r.method = 'pounds' then 'in pounds' else '' end
       from bitcoin_refund r join bitcoin_invoice i on i.id = r.invoice_id left join "order" o on o.id = i.order_id
      where ${page("r.created_at", "r.id")})
  ) x order by x.at, x.id limit ${PAGE_SIZE}`

async function* readSales(container: MedusaContainer, from: Date, to: Date): AsyncGenerator<SaleRow[]> {
  let last = { cursor: "-infinity", id: "" }
  for (;;) {
    const sales = await querySql(container, saleRow, SALES, { from, to, cursor: last.cursor, id: last.id })
    if (sales.length > 0) yield sales
    if (sales.length < PAGE_SIZE) return
    last = sales.at(-1) ?? last
  }
}

async function ordersOf(
  container: MedusaContainer,
  sales: readonly SaleRow[],
): Promise<Map<string, OrderContent>> {
  const ids = [...new Set(sales.map(({ order_id }) => order_id))]
  const orders = await queryGraph(container, orderContent, {
    entity: "order",
    filters: { id: ids },
  })
  return new Map(orders.map((order) => [order.id, order]))
}

function cellsOf(sale: SaleRow, order: OrderContent | undefined): string[] {
  const vat = order === undefined ? [] : vatOf(order, sale)
  const vatSum = vat.reduce((total, { vatPence }) => total + vatPence, 0)
  return [
    sale.kind,
    sale.at,
    sale.number === null ? "" : String(sale.number),
    sale.order_id,
    toPounds(sale.pence),
    order === undefined ? "" : toPounds(vatSum),
    vat
      .map(({ rate, vatPence, grossPence }) => `${rate}%: ${toPounds(vatPence)} of ${toPounds(grossPence)}`)
      .join("; "),
    sale.sats,
    sale.rate,
    sale.rate_source,
    sale.rate_at,
    sale.txids,
    sale.note,
  ]
}

function vatOf({ items, shipping_methods: methods }: OrderContent, sale: SaleRow) {
  const lines = [...items, ...methods].map(({ total, tax_lines }) => ({ grossPence: total, rate: tax_lines }))
  if (sale.kind === "sale") return vatOfWhatWasPaid(lines, sale.pence)
  return vatOfRefund(lines, sale.captured_pence - sale.returned_pence, -sale.pence)
}
