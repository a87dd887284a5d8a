import type { Block } from "./blocks"
import { itemRow, itemLabel, table } from "./item-table"

interface StockRow {
  name: string
  detail: string
  left: number
}

/** What is left of each, numbers on the right. */
export function stockTable(rows: readonly StockRow[]): Block {
  return {
    html: table(rows.map(({ name, detail, left }) => itemRow(name, detail, stockLabel(left)))),
    text: rows.map(({ name, detail, left }) => `${itemLabel(name, detail)}: ${stockLabel(left)}`).join("\n"),
  }
}

function stockLabel(left: number): string {
  return left <= 0 ? "sold out" : `${left} left`
}
