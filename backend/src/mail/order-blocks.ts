import { formatPence } from "@shop/contracts"
import {
  button,
  copyable,
  fact,
  layoutTable,
  lines,
  paragraph,
  paymentCode,
  smallPrint,
  type Block,
} from "./blocks"
import { ukTime } from "./formats"
import { imageTag, type InlineImage } from "./pictures"
import { currentBrand } from "../platform/config/current-brand"
import { markup, type SafeHtml } from "../platform/markup"
import { LIGHT } from "./palette"
import type { OrderEstimate } from "../orders/delivery-estimate"

export interface Item {
  name: string
  /** What distinguishes it from its siblings, like `250 g`. */
  detail: string
  quantity: number
  picture?: InlineImage | null
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

export interface PaymentTarget {
  /** Of the payment page. */
  url: string
  address: string
  until: string
  uri: string
  code: InlineImage | null
  /** The payment page offers Lightning too. */
  byLightning: boolean
}

export const LINK_IS_SECRET = "Anyone with this link can see your order, so please don't share it."
/** Without a full stop. */
export const NEVER_A_KEY = "We will never ask for a key, recovery words or a password"

/** The link alone opens the order's page: no account is needed. */
export function followOrder(url: string, isSecondary = false, label = "Follow your order"): Block[] {
  return [button(label, url, isSecondary), smallPrint(LINK_IS_SECRET)]
}

/** What is still due, and what the button says that pays it. @param isPayable false: less than any method takes, so staff decide */
export function wordsAboutRest(pence: number, isPayable: boolean): { text: string; action?: string } {
  const rest = formatPence(pence)
  return isPayable
    ? { text: `${rest} is still to be paid.`, action: `Pay ${rest}` }
    : { text: `${rest} is left, which is too little for a payment. You don't need to do anything.` }
}

export function openOrder({ buyer, orderUrl }: { buyer: string; orderUrl: string }): Block[] {
  return [fact("Buyer", buyer), button("Open the order", orderUrl)]
}

/** `Estimated arrival: Wed 25 – Thu 26 Nov`. Nothing when it is not known. */
export function arrivalLine(arrival: OrderEstimate | null): Block[] {
  if (arrival === null) return []
  const { label, isUnpaid } = arrival
  return [
    paragraph(
      isUnpaid
        ? `Estimated arrival once your payment is confirmed: ${label}. After ${currentBrand.postedBefore}, the next day of posting counts.`
        : `Estimated arrival: ${label}.`,
    ),
  ]
}

/** The page first: it shows what is due now, and every mail program opens its link. */
export function paymentTarget(
  deadline: string,
  amounts: readonly Block[],
  { url, address, until, uri, code, byLightning }: PaymentTarget,
): Block[] {
  return [
    button("Open the payment page", url),
    ...(byLightning ? [paragraph("You can pay by Lightning too, on the payment page.")] : []),
    ...amounts,
    copyable("Address", address),
    fact(deadline, ukTime(until)),
    ...(code === null ? [] : [paymentCode(code)]),
    button("Open in wallet", uri, true),
  ]
}

/** A line for each item: `2 × Strawberry Jam, 340 g`. */
export function itemLines(items: readonly Item[]): Block {
  const plain = lines(items.map(({ name, detail, quantity }) => `${quantity} × ${itemLabel(name, detail)}`))
  if (!items.some(({ picture }) => picture)) return plain
  return {
    html: table(
      items.map(({ name, detail, quantity, picture = null }) =>
        itemRow({ name, detail, figure: `× ${quantity}`, picture: pictureCell(picture) }),
      ),
    ),
    text: plain.text,
    images: picturesOf(items),
  }
}

export function orderTable(items: readonly PricedItem[], sums: readonly Sum[]): Block {
  const hasPictures = items.some(({ picture }) => picture)
  return {
    html: markup`${table(
      items.map(({ name, detail, quantity, totalPence, picture = null }) =>
        itemRow({
          name,
          detail: detail === "" ? `Quantity ${quantity}` : `${detail} × ${quantity}`,
          figure: formatPence(totalPence),
          picture: hasPictures ? pictureCell(picture) : null,
        }),
      ),
      0,
    )}${table(sums.map(sumRow))}`,
    images: picturesOf(items),
    text: [
      ...items.map(
        ({ name, detail, quantity, totalPence }) =>
          `${quantity} × ${itemLabel(name, detail)}: ${formatPence(totalPence)}`,
      ),
      ...sums.map(({ label, amount }) => `${label}: ${amount}`),
    ].join("\n"),
  }
}

export function stockTable(items: readonly StockItem[]): Block {
  return {
    html: table(
      items.map(({ name, detail, left }) =>
        itemRow({ name, detail, figure: stockLabel(left), picture: null }),
      ),
    ),
    text: items.map(({ name, detail, left }) => `${itemLabel(name, detail)}: ${stockLabel(left)}`).join("\n"),
  }
}

function itemLabel(name: string, detail: string): string {
  return detail === "" ? name : `${name}, ${detail}`
}

function stockLabel(left: number): string {
  return left <= 0 ? "sold out" : `${left} left`
}

function picturesOf(items: readonly Item[]): InlineImage[] {
  return items.flatMap(({ picture }) => picture ?? [])
}

function table(rows: readonly SafeHtml[], below = 20): SafeHtml {
  return layoutTable(markup`${rows}`, `margin:0 0 ${below}px;border-collapse:collapse;`)
}

interface ItemRow {
  name: string
  detail: string
  figure: string
  picture: SafeHtml | null
}

/** The name is beside the picture, so the picture needs no other text. */
function pictureCell(picture: InlineImage | null): SafeHtml {
  const image =
    picture === null ? "" : imageTag(picture, { alt: "", width: 56, height: 56, style: "border-radius:8px;" })
  return markup`<td class="line" width="68" valign="top" style="padding:10px 0;border-bottom:1px solid ${LIGHT.line};">
    ${image}
  </td>`
}

function itemRow({ name, detail, figure, picture }: ItemRow): SafeHtml {
  return markup`<tr>
    ${picture ?? ""}
    <td
      class="ink line"
      valign="top"
      style="padding:10px 12px 10px 0;border-bottom:1px solid ${LIGHT.line};color:${LIGHT.ink};overflow-wrap:anywhere;"
    >
      ${name}${detail === "" ? "" : markup`<br /><span class="soft" style="font-size:14px;color:${LIGHT.soft};">${detail}</span>`}
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
