import type { MedusaContainer } from "@medusajs/framework/types"
import { satoshis, worthInMinorUnits } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { describeCard } from "../orders/card-texts"
import { readSoldOrders, vatOfOrder, type SoldOrder } from "../orders/order-vat"
import { findCardPayments } from "../orders/payment-method"
import { addByRate, type VatLine } from "../orders/vat-summary"
import { EXPORTED_SALES, exportCards, exportSales } from "../platform/medusa-tables/csv-rows"

type SaleRow = Awaited<ReturnType<typeof exportSales>>[number]

/**
 * One capture, one refund with an amount below zero, a change of the order that moved its VAT, what a dispute moved, or bitcoin that
 * came to the shop's addresses or left them without being a refund.
 */
export interface Sale extends SaleRow {
  /** What the card processor kept of a sale, or took for a dispute; null: unknown, or no card. */
  readonly feePence: number | null
  /** What the bitcoin was worth when it moved, below zero when it left; null: none moved, or no rate was kept. */
  readonly worthPence: bigint | null
  /** By rate. Null for movements of bitcoin, and for a dispute: whether it lowers the VAT is for the accountant. A bad debt does so after six months, an agreed return at once. */
  readonly vat: readonly VatLine[] | null
}

/** The sales, refunds, changes and disputes of a period page by page, oldest first. */
export async function* readSales(container: MedusaContainer, from: Date, to: Date): AsyncGenerator<Sale[]> {
  let last = { cursor: "-infinity", id: "" }
  for (;;) {
    const sales = await exportSales(container, { from, to, cursor: last.cursor, id: last.id })
    const cards = await readCards(container, sales)
    if (sales.length > 0) yield await withVat(container, withCards(sales.map(withWorth), cards))
    if (sales.length < EXPORTED_SALES) return
    last = sales.at(-1) ?? last
  }
}

/** The VAT of a period's sales less its refunds by rate, as in the rows of the CSV. */
export async function readVat(container: MedusaContainer, from: Date, to: Date): Promise<VatLine[]> {
  let vat: VatLine[] = []
  for await (const page of readSales(container, from, to))
    vat = addByRate([...vat, ...page.flatMap((sale) => sale.vat ?? [])])
  return vat
}

const TAXED: readonly SaleRow["kind"][] = ["sale", "refund", "change"]
const isTaxed = ({ kind }: Pick<SaleRow, "kind">) => TAXED.includes(kind)

function withWorth(sale: SaleRow) {
  const { sats, rate } = sale
  if (sats === null || rate === null) return { ...sale, worthPence: null }
  const moved = BigInt(sats)
  const worth = worthInMinorUnits(satoshis(moved < 0n ? -moved : moved), { rate, currency: "GBP" })
  return { ...sale, worthPence: moved < 0n ? -worth : worth }
}

async function withVat(container: MedusaContainer, sales: readonly Omit<Sale, "vat">[]): Promise<Sale[]> {
  const ids = [...new Set(sales.filter(isTaxed).map(({ order_id }) => order_id))]
  const orders = new Map((await readSoldOrders(container, ids)).map((order) => [order.id, order]))
  const rows = sales.map((sale) => {
    const order = isTaxed(sale) ? orders.get(sale.order_id) : undefined
    return { ...sale, vat: order === undefined ? null : vatOf(order, sale) }
  })
  return rows.filter(({ kind, vat }) => kind !== "change" || (vat ?? []).length > 0)
}

function vatOf(order: SoldOrder, { id, medusa_id: recorded, pence }: SaleRow): VatLine[] {
  const unrecorded = recorded === null ? [{ id, pence, chosen: null }] : []
  return vatOfOrder(order, unrecorded).get(recorded ?? id) ?? []
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

function withCards(
  sales: readonly Omit<Sale, "vat" | "feePence">[],
  cards: ReadonlyMap<string, CardRow>,
): Omit<Sale, "vat">[] {
  return sales.map((sale) => {
    const card = cards.get(sale.id)
    if (card === undefined) return { ...sale, feePence: null }
    const { brand, last4, wallet } = card
    const note = brand === null ? sale.note : describeCard({ brand, last4: last4 ?? "", wallet })
    return { ...sale, feePence: card.fee_pence, transactions: card.processor_id ?? "", note }
  })
}
