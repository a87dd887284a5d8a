import { markup, type SafeHtml } from "./markup"
import { LIGHT } from "./palette"

/** A table as wide as the mail. */
export function table(rows: readonly SafeHtml[]): SafeHtml {
  return markup`<table
      role="presentation"
      width="100%"
      cellpadding="0"
      cellspacing="0"
      border="0"
      style="margin:0 0 20px;border-collapse:collapse;"
    >
      ${rows}
    </table>`
}

/** A product and what tells it from its neighbours; `figure` stands on the right, also on a narrow screen. */
export function itemRow(name: string, detail: string, figure: string): SafeHtml {
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
      ${figure}
    </td>
  </tr>`
}

/** The same in text, without the figure. */
export function itemLabel(name: string, detail: string): string {
  return detail === "" ? name : `${name}, ${detail}`
}
