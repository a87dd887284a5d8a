import type { MedusaContainer } from "@medusajs/framework/types"
import { describeCard } from "../orders/card-details"
import { findCardPayments } from "../orders/payment-method"
import { EXPORTED_SALES, exportCards, exportSales } from "../platform/medusa-tables/csv-rows"

type SaleRow = Awaited<ReturnType<typeof exportSales>>[number]

/** One capture, one refund with an amount below zero, or what a dispute moved. */
export interface Sale extends SaleRow {
  /** What the card processor kept of a sale, or took for a dispute; null: unknown, or no card. */
  readonly feePence: number | null
}

/** The sales, refunds and disputes of a period page by page, oldest first. */
export async function* readSales(container: MedusaContainer, from: Date, to: Date): AsyncGenerator<Sale[]> {
  let last = { cursor: "-infinity", id: "" }
  for (;;) {
    const sales = await exportSales(container, { from, to, cursor: last.cursor, id: last.id })
    if (sales.length > 0) yield withCards(sales, await readCards(container, sales))
    if (sales.length < EXPORTED_SALES) return
    last = sales.at(-1) ?? last
  }
}

type CardRow = Awaited<ReturnType<typeof exportCards>>[number]

async function readCards(
  container: MedusaContainer,
  sales: readonly SaleRow[],
): Promise<Map<string, CardRow>> {
  if (findCardPayments(container) === null) return new Map()
  const rows = await exportCards(container, { ids: sales.map(({ id }) => id) })
  return new Map(rows.map((row) => [row.id, row]))
}

function withCards(sales: readonly SaleRow[], cards: ReadonlyMap<string, CardRow>): Sale[] {
  return sales.map((sale) => {
    const card = cards.get(sale.id)
    if (card === undefined) return { ...sale, feePence: null }
    const { brand, last4, wallet } = card
    const note = brand === null ? sale.note : describeCard({ brand, last4: last4 ?? "", wallet })
    return { ...sale, feePence: card.fee_pence, transactions: card.processor_id ?? "", note }
  })
}
