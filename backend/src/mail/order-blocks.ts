import { formatPence } from "@shop/contracts"
import { button, copyable, fact, lines, paragraph, smallPrint, type Block } from "./blocks"
import { ukTime } from "./formats"
import { markup, type SafeHtml } from "./markup"
import { LIGHT } from "./palette"
import type { OrderEstimate } from "../orders/delivery-estimate"

/** An item without its price. */
export interface Item {
  name: string
  /** What distinguishes it from its siblings, like `250 g`. */
  detail: string
  quantity: number
}

interface PricedItem extends Item {
  totalPence: number
}

interface Sum {
  label: string
  amount: string
  isTotal?: boolean
}

interface StockItem {
  name: string
  detail: string
  left: number
}

interface PaymentTarget {
  address: string
  /** The label of the deadline, and the deadline as an ISO date. */
  until: { label: string; at: string }
  /** BIP 21. */
  uri: string
}

export const LINK_IS_SECRET = "Anyone with this link can see your order, so please don't share it."

/**
 * A link to the order's own page. The link alone opens it: no account is needed.
 * @param isSecondary the mail has a button for the one thing to do
 */
export function followOrder(url: string, isSecondary = false): Block[] {
  return [button("Follow your order", url, isSecondary), smallPrint(LINK_IS_SECRET)]
}

/** When the parcel should arrive; null: not known. */
export type Arrival = Pick<OrderEstimate, "label" | "isUnpaid"> | null

/** `Estimated arrival: Wed 25 – Thu 26 Nov`. */
export function arrivalLine(arrival: Arrival): Block[] {
  if (arrival === null) return []
  const { label, isUnpaid } = arrival
  return [
    paragraph(
      isUnpaid
        ? `Estimated arrival once your payment is confirmed: ${label}. After 2pm, the next business day counts.`
        : `Estimated arrival: ${label}.`,
    ),
  ]
}

/** Where to pay, to copy by hand or to open in a wallet. */
export function paymentTarget({ address, until, uri }: PaymentTarget): Block[] {
  return [copyable("Address", address), fact(until.label, ukTime(until.at)), button("Open in wallet", uri)]
}

/** A line for each item: `2 × Heather Honey, 340 g`. */
export function itemLines(items: readonly Item[]): Block {
  return lines(items.map(({ name, detail, quantity }) => `${quantity} × ${itemLabel(name, detail)}`))
}

/** The items with their prices, and the sums below. */
export function orderTable(items: readonly PricedItem[], sums: readonly Sum[]): Block {
  return {
    html: table([
      ...items.map(({ name, detail, quantity, totalPence }) =>
        itemRow(name, [detail, `× ${quantity}`].filter(Boolean).join(" "), formatPence(totalPence)),
      ),
      ...sums.map(sumRow),
    ]),
    text: [
      ...items.map(
        ({ name, detail, quantity, totalPence }) =>
          `${quantity} × ${itemLabel(name, detail)}: ${formatPence(totalPence)}`,
      ),
      ...sums.map(({ label, amount }) => `${label}: ${amount}`),
    ].join("\n"),
  }
}

/** Items with the quantity left to sell. */
export function stockTable(items: readonly StockItem[]): Block {
  return {
    html: table(items.map(({ name, detail, left }) => itemRow(name, detail, stockLabel(left)))),
    text: items.map(({ name, detail, left }) => `${itemLabel(name, detail)}: ${stockLabel(left)}`).join("\n"),
  }
}

function itemLabel(name: string, detail: string): string {
  return detail === "" ? name : `${name}, ${detail}`
}

function stockLabel(left: number): string {
  return left <= 0 ? "sold out" : `${left} left`
}

function table(rows: readonly SafeHtml[]): SafeHtml {
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

function itemRow(name: string, detail: string, figure: string): SafeHtml {
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

function sumRow({ label, amount, isTotal = false }: Sum): SafeHtml {
  const style = isTotal ? "padding:12px 0 0;font-weight:700;font-size:18px" : "padding:8px 0 0"
  return markup`<tr>
    <td class="ink" style="${style};padding-right:12px;color:${LIGHT.ink};">${label}</td>
    <td class="ink" align="right" style="${style};color:${LIGHT.ink};white-space:nowrap;">${amount}</td>
  </tr>`
}
