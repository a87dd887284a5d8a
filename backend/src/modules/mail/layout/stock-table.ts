import type { Block } from "./blocks"
import { markup, type SafeHtml } from "./markup"
import { LIGHT } from "./palette"

interface StockRow {
  name: string
  detail: string
  left: number
}

/** What is left of each, numbers on the right. */
export function stockTable(rows: readonly StockRow[]): Block {
  return {
    html: markup`<table
      role="presentation"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      border="0"
      style="margin:0 0 20px;border-collapse:collapse;"
    >
      ${rows.map(htmlRow)}
    </table>`,
    text: rows
      .map(({ name, detail, left }) => `${[name, detail].filter(Boolean).join(", ")}: ${inWords(left)}`)
      .join("\n"),
  }
}

function inWords(left: number): string {
  return left <= 0 ? "sold out" : `${left} left`
}

function htmlRow({ name, detail, left }: StockRow): SafeHtml {
  return markup`<tr>
    <td
      class="ink line"
      style="padding:10px 12px 10px 0;border-bottom:1px solid ${LIGHT.line};color:${LIGHT.ink};overflow-wrap:anywhere;"
    >
      ${name}<br /><span class="soft" style="font-size:14px;color:${LIGHT.soft};">${detail}</span>
    </td>
    <td
      class="ink line"
      align="right"
      valign="top"
      style="padding:10px 0;border-bottom:1px solid ${LIGHT.line};color:${LIGHT.ink};white-space:nowrap;"
    >
      ${inWords(left)}
    </td>
  </tr>`
}
