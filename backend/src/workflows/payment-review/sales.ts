import type { MedusaContainer } from "@medusajs/framework/types"
import { readSales, type SaleRow } from "../../query/bitcoin/read-sales"
import { csvLines } from "../../query/csv"
import { toPounds } from "../../query/money"
import { queryRows } from "../../query/query-rows"
import { rowSourceOf } from "../../query/row-source"
import { ORDER_FIELDS, orderRow, type OrderRow } from "../../orders/order-row"
import type { VatLine } from "../../orders/vat-summary"
import { vatOfWhatWasPaid } from "../receipt/vat-of-what-was-paid"

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

/** Bitcoin sales of a stretch of time as lines of a CSV file: sales, and refunds below zero. */
export async function* salesLines(container: MedusaContainer, from: Date, to: Date): AsyncGenerator<string> {
  yield csvLines([HEADINGS])
  for await (const page of readSales(rowSourceOf(container), from, to)) {
    const orders = await ordersOf(container, page)
    yield csvLines(page.map((taking) => cellsOf(taking, orders.get(taking.order_id))))
  }
}

async function ordersOf(
  container: MedusaContainer,
  page: readonly SaleRow[],
): Promise<Map<string, OrderRow>> {
  const ids = [...new Set(page.map(({ order_id }) => order_id))]
  const orders = await queryRows(container, orderRow, {
    entity: "order",
    fields: ORDER_FIELDS,
    filters: { id: ids },
  })
  return new Map(orders.map((order) => [order.id, order]))
}

function cellsOf(taking: SaleRow, order: OrderRow | undefined): string[] {
  const pence = Number(taking.pence)
  const vat = order === undefined ? [] : vatOf(order, pence)
  const sum = vat.reduce((total, { vatPence }) => total + vatPence, 0)
  return [
    taking.kind,
    taking.at,
    taking.number === null ? "" : String(taking.number),
    taking.order_id,
    toPounds(pence),
    order === undefined ? "" : toPounds(sum),
    vat
      .map(({ rate, vatPence, grossPence }) => `${rate}%: ${toPounds(vatPence)} of ${toPounds(grossPence)}`)
      .join("; "),
    taking.sats,
    taking.rate,
    taking.rate_source,
    taking.rate_at,
    taking.txids,
    taking.note,
  ]
}

/** What of a sale is VAT; a refund takes the same share back. */
function vatOf({ items, shipping_methods: methods }: OrderRow, pence: number): VatLine[] {
  const lines = [...items, ...methods].map(({ total, tax_lines }) => ({ grossPence: total, rate: tax_lines }))
  const sign = pence < 0 ? -1 : 1
  return vatOfWhatWasPaid(lines, Math.abs(pence)).map(({ rate, grossPence, vatPence }) => ({
    rate,
    grossPence: sign * grossPence,
    vatPence: sign * vatPence,
  }))
}
