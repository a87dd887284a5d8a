import type { Block } from "./blocks"
import { markup, type SafeHtml } from "./markup"
import { LIGHT } from "./palette"
import { pounds } from "./words"

interface BillItem {
  name: string
  /** What tells it from its neighbours, like `250 g`. */
  detail: string
  quantity: number
  totalPence: number
}

interface BillSum {
  label: string
  amount: string
  isTotal?: boolean
}

/** What was ordered and what it comes to; amounts stand on the right, also on a narrow screen. */
export function bill(items: readonly BillItem[], sums: readonly BillSum[]): Block {
  return {
    html: markup`<table
      role="presentation"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      border="0"
      style="margin:0 0 20px;border-collapse:collapse;"
    >
      ${items.map(itemRow)}${sums.map(sumRow)}
    </table>`,
    text: [
      ...items.map((item) => `${item.quantity} × ${described(item)}: ${pounds(item.totalPence)}`),
      ...sums.map((sum) => `${sum.label}: ${sum.amount}`),
    ].join("\n"),
  }
}

function described({ name, detail }: BillItem): string {
  return detail === "" ? name : `${name}, ${detail}`
}

function itemRow(item: BillItem): SafeHtml {
  const detail = [item.detail, `× ${item.quantity}`].filter(Boolean).join(" · ")
  return markup`<tr>
    <td
      class="ink line"
      style="padding:10px 12px 10px 0;border-bottom:1px solid ${LIGHT.line};color:${LIGHT.ink};overflow-wrap:anywhere;"
    >
      ${item.name}<br /><span class="soft" style="font-size:14px;color:${LIGHT.soft};">${detail}</span>
    </td>
    <td
      class="ink line"
      align="right"
      valign="top"
      style="padding:10px 0;border-bottom:1px solid ${LIGHT.line};color:${LIGHT.ink};white-space:nowrap;"
    >
      ${pounds(item.totalPence)}
    </td>
  </tr>`
}

function sumRow({ label, amount, isTotal = false }: BillSum): SafeHtml {
  const look = isTotal ? "padding:12px 0 0;font-weight:700;font-size:18px" : "padding:8px 0 0"
  return markup`<tr>
    <td class="ink" style="${look};padding-right:12px;color:${LIGHT.ink};">${label}</td>
    <td class="ink" align="right" style="${look};color:${LIGHT.ink};white-space:nowrap;">${amount}</td>
  </tr>`
}
