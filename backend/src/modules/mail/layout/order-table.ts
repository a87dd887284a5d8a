import type { Block } from "./blocks"
import { itemRow, itemLabel, table } from "./item-table"
import { markup, type SafeHtml } from "./markup"
import { LIGHT } from "./palette"
import { pounds } from "./formats"

interface OrderTableItem {
  name: string
  /** What tells it from its neighbours, like `250 g`. */
  detail: string
  quantity: number
  totalPence: number
}

interface OrderTableSum {
  label: string
  amount: string
  isTotal?: boolean
}

/** What was ordered and what it comes to; amounts stand on the right, also on a narrow screen. */
export function orderTable(items: readonly OrderTableItem[], sums: readonly OrderTableSum[]): Block {
  return {
    html: table([...items.map(boughtRow), ...sums.map(sumRow)]),
    text: [
      ...items.map(
        ({ name, detail, quantity, totalPence }) =>
          `${quantity} × ${itemLabel(name, detail)}: ${pounds(totalPence)}`,
      ),
      ...sums.map(({ label, amount }) => `${label}: ${amount}`),
    ].join("\n"),
  }
}

function boughtRow({ name, detail, quantity, totalPence }: OrderTableItem): SafeHtml {
  return itemRow(name, [detail, `× ${quantity}`].filter(Boolean).join(" "), pounds(totalPence))
}

function sumRow({ label, amount, isTotal = false }: OrderTableSum): SafeHtml {
  const look = isTotal ? "padding:12px 0 0;font-weight:700;font-size:18px" : "padding:8px 0 0"
  return markup`<tr>
    <td class="ink" style="${look};padding-right:12px;color:${LIGHT.ink};">${label}</td>
    <td class="ink" align="right" style="${look};color:${LIGHT.ink};white-space:nowrap;">${amount}</td>
  </tr>`
}
