import type { MedusaContainer } from "@medusajs/framework/types"
import { toPounds } from "@shop/contracts"
import { csvLines } from "../platform/csv"
import { nameOfProvider } from "../orders/payment-method"
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
  "Worth (GBP)",
  "Rate difference (GBP)",
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
 * Satoshis are on the rows of their movements, which add up to what the shop's addresses hold.
 */
export async function* salesLines(container: MedusaContainer, from: Date, to: Date): AsyncGenerator<string> {
  yield csvLines([HEADINGS])
  for await (const page of readSales(container, from, to)) {
    yield csvLines(page.map(cellsOf))
  }
}

/** What a refund's bitcoin was worth when it left, beyond the pounds that it settled: below zero it cost the shop more. */
function differenceOf({ kind, worthPence, pence, surplus_pence: surplus }: Omit<Sale, "vat">): string {
  if (kind !== "refund" || worthPence === null) return ""
  return toPounds(worthPence - BigInt(pence) + BigInt(surplus ?? 0))
}

function cellsOf({ vat, ...sale }: Sale): string[] {
  return [
    sale.kind,
    UK_TIME.format(sale.at),
    nameOfProvider(sale.provider),
    sale.number === null ? "" : String(sale.number),
    sale.order_id,
    toPounds(sale.pence),
    vat === null ? "" : toPounds(vat.reduce((total, { vatPence }) => total + vatPence, 0)),
    (vat ?? [])
      .map(({ rate, vatPence, grossPence }) => `${rate}%: ${toPounds(vatPence)} of ${toPounds(grossPence)}`)
      .join("; "),
    sale.surplus_pence === null ? "" : toPounds(sale.surplus_pence),
    sale.feePence === null ? "" : toPounds(sale.feePence),
    sale.sats ?? "",
    sale.rate ?? "",
    sale.rate_source ?? "",
    sale.rate_at === null ? "" : UK_TIME.format(sale.rate_at),
    sale.worthPence === null ? "" : toPounds(sale.worthPence),
    differenceOf(sale),
    sale.transactions,
    sale.sats !== null && sale.rate === null
      ? [sale.note, "no rate was kept"].filter(Boolean).join("; ")
      : sale.note,
  ]
}
