import type { MedusaContainer } from "@medusajs/framework/types"
import { toPounds } from "@shop/contracts"
import { csvLines } from "../platform/csv"
import { queryGraph } from "../platform/sql/query"
import { nameOfProvider } from "../orders/payment-method"
import { vatOfOrder } from "../orders/order-vat"
import { orderReceipt, type OrderReceipt } from "../orders/projections"
import { readSales, type Sale } from "./sales-rows"

const HEADINGS = [
  "Kind",
  "Date",
  "Payment method",
  "Order",
  "Order id",
  "Amount (GBP)",
  "VAT (GBP)",
  "VAT by rate",
  "Surplus returned (GBP)",
  "Fee (GBP)",
  "Satoshis",
  "Rate (GBP)",
  "Rate from",
  "Rate at",
  "Transactions",
  "Note",
]

/** Times as a clock in the UK shows them: `2026-11-23 21:43:05`. */
const UK_TIME = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/London",
  dateStyle: "short",
  timeStyle: "medium",
})

/**
 * The sales of a period as CSV; refunds and what banks took back in disputes are negative. Pounds are as in Medusa's books: a
 * surplus of Bitcoin is owed to the buyer, so neither its arrival nor its return is part of them. The return has a separate column.
 */
export async function* salesLines(container: MedusaContainer, from: Date, to: Date): AsyncGenerator<string> {
  yield csvLines([HEADINGS])
  for await (const page of readSales(container, from, to)) {
    const orders = await ordersOf(container, page)
    // Whether a dispute lowers the VAT is for the accountant: a bad debt does so after six months, an agreed return at once.
    const orderOf = ({ kind, order_id }: Sale) => (kind === "dispute" ? undefined : orders.get(order_id))
    yield csvLines(page.map((sale) => cellsOf(sale, orderOf(sale))))
  }
}

async function ordersOf(
  container: MedusaContainer,
  sales: readonly Sale[],
): Promise<Map<string, OrderReceipt>> {
  const ids = [...new Set(sales.map(({ order_id }) => order_id))]
  const orders = await queryGraph(container, orderReceipt, {
    entity: "order",
    filters: { id: ids },
  })
  return new Map(orders.map((order) => [order.id, order]))
}

function cellsOf(sale: Sale, order: OrderReceipt | undefined): string[] {
  const vat = order === undefined ? [] : vatOf(order, sale)
  const vatSum = vat.reduce((total, { vatPence }) => total + vatPence, 0)
  return [
    sale.kind,
    UK_TIME.format(sale.at),
    nameOfProvider(sale.provider),
    sale.number === null ? "" : String(sale.number),
    sale.order_id,
    toPounds(sale.pence),
    order === undefined ? "" : toPounds(vatSum),
    vat
      .map(({ rate, vatPence, grossPence }) => `${rate}%: ${toPounds(vatPence)} of ${toPounds(grossPence)}`)
      .join("; "),
    sale.surplus_pence === null ? "" : toPounds(sale.surplus_pence),
    sale.feePence === null ? "" : toPounds(sale.feePence),
    sale.sats ?? "",
    sale.rate ?? "",
    sale.rate_source ?? "",
    sale.rate_at === null ? "" : UK_TIME.format(sale.rate_at),
    sale.transactions,
    sale.note,
  ]
}

function vatOf(order: OrderReceipt, { id, medusa_id: recorded, pence }: Sale) {
  const unrecorded = recorded === null ? [{ id, pence, chosen: null }] : []
  return vatOfOrder(order, unrecorded).get(recorded ?? id) ?? []
}
