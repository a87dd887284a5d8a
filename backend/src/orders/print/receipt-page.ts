import type { MedusaContainer } from "@medusajs/framework/types"
import { formatBitcoin, formatPence, sentInBitcoin } from "@shop/contracts"
import { markup, onLines, type SafeHtml } from "../../platform/markup"
import { readPaymentStatus } from "../payment-status"
import { hasReceipt, readReceipt, type Receipt } from "../receipt"
import { day, moment, printPage, type Letterhead, type Sheet } from "./print-page"

type PaidPart = Receipt["payments"][number]

const NOTHING = markup``
const SUM = markup` class="sum"`

/** The VAT receipt of an order whose money is in the books. */
export async function readReceiptPage(
  container: MedusaContainer,
  orderId: string,
  shop: Letterhead,
): Promise<SafeHtml | "unknown" | "unpaid"> {
  const [receipt, status] = await Promise.all([
    readReceipt(container, orderId),
    readPaymentStatus(container, orderId),
  ])
  if (receipt === null || status === null) return "unknown"
  return hasReceipt({ ...status, paidPence: receipt.paidPence }) ? receiptPage(shop, receipt) : "unpaid"
}

function receiptPage(shop: Letterhead, receipt: Receipt): SafeHtml {
  const paid = receipt.paidAt === null ? [] : [`Paid on ${day(receipt.paidAt)}`]
  const sheet: Sheet = {
    title: shop.vatNumber === null ? "Receipt" : "VAT receipt",
    subtitle: [`Order ${receipt.number}`, `Ordered on ${day(receipt.orderedAt)}`, ...paid],
    body: markup`${items(shop, receipt)}<div class="columns"><div>${vat(shop, receipt)}</div><div>${payment(shop, receipt)}</div></div>
    <h2>Sold to</h2><p>${onLines(receipt.deliverTo)}</p>`,
  }
  return printPage(shop, [sheet])
}

function items(
  { vatNumber }: Letterhead,
  { lines, discount, delivery, costPence, paidPence }: Receipt,
): SafeHtml {
  const rateCell = (rates: readonly number[]) =>
    vatNumber === null
      ? NOTHING
      : markup`<td class="number">${rates.map((rate) => `${rate}%`).join(", ")}</td>`
  const row = (name: string, detail: string, quantity: string, rates: readonly number[], pence: number) =>
    markup`<tr><td><span class="item">${name}</span> <span class="quiet">${detail}</span></td>
     <td class="number">${quantity}</td>${rateCell(rates)}<td class="number">${formatPence(pence)}</td></tr>`
  const sum = (name: string, pence: number, kind = NOTHING) =>
    markup`<tr${kind}><td colspan="${vatNumber === null ? 2 : 3}">${name}</td><td class="number">${formatPence(pence)}</td></tr>`
  const reduction = costPence - paidPence
  const heading = vatNumber === null ? NOTHING : markup`<th class="number">VAT</th>`
  return markup`<table><thead><tr><th>Goods</th><th class="number">Quantity</th>${heading}<th class="number">Price</th></tr></thead>
  <tbody>${lines.map((line) => row(line.name, line.detail, String(line.quantity), [line.rate], line.pence))}
  ${row(`Delivery: ${delivery.name}`, "", "", delivery.rates, delivery.pence)}</tbody>
  <tfoot>${discount ? sum(`Discount ${discount.codes.join(", ")}`, -discount.pence) : NOTHING}${reduction > 0 ? sum("Accepted for less than the price", -reduction) : NOTHING}${sum("Total paid", paidPence, SUM)}</tfoot></table>`
}

function vat({ vatNumber }: Letterhead, { vat }: Receipt): SafeHtml {
  if (vatNumber === null) return markup`<h2>VAT</h2><p>The seller is not registered for VAT.</p>`
  const sum = (of: (line: Receipt["vat"][number]) => number) =>
    vat.reduce((total, line) => total + of(line), 0)
  const row = (name: string, net: number, tax: number, gross: number, kind = NOTHING) =>
    markup`<tr${kind}><td>${name}</td><td class="number">${formatPence(net)}</td><td class="number">${formatPence(tax)}</td><td class="number">${formatPence(gross)}</td></tr>`
  const rows = vat.map(({ rate, grossPence, vatPence }) =>
    row(`${rate}%`, grossPence - vatPence, vatPence, grossPence),
  )
  const total = row(
    "Total",
    sum(({ grossPence, vatPence }) => grossPence - vatPence),
    sum(({ vatPence }) => vatPence),
    sum(({ grossPence }) => grossPence),
    SUM,
  )
  return markup`<h2>VAT in these prices</h2><table><thead><tr><th>Rate</th><th class="number">Net</th><th class="number">VAT</th><th class="number">Gross</th></tr></thead>
  <tbody>${rows}</tbody>
  <tfoot>${total}</tfoot></table>`
}

function payment({ vatNumber }: Letterhead, { payments, refunds }: Receipt): SafeHtml {
  const back = refunds.map(({ pence, vatPence, at, sent }) => {
    const vat = vatNumber === null ? NOTHING : markup`, with VAT of ${formatPence(vatPence)}`
    return markup`<p>Refunded on ${day(at)}: <strong>${formatPence(pence)}</strong>${vat}${sent === null ? NOTHING : markup`. ${sentInBitcoin(sent.isByLightning)}: ${formatBitcoin(sent.sats)} BTC`}</p>`
  })
  return markup`<h2>Payment</h2>${payments.map(paidBy)}${back}`
}

function paidBy({ bitcoin, card, pence }: PaidPart): SafeHtml {
  const paid = formatPence(pence)
  if (card !== null && card !== "Card") return markup`<p>By card, ${card}: ${paid}</p>`
  if (bitcoin === null || card !== null) return markup`<p>By card: ${paid}</p>`
  if (bitcoin.isByHand && bitcoin.sats === 0n) return markup`<p>Agreed with the shop: ${paid}</p>`
  return markup`<p>In Bitcoin${bitcoin.isByLightning ? ", by Lightning" : ""}: ${formatBitcoin(bitcoin.sats)} BTC</p>
  <p>Value at the time of sale: ${paid}</p>
  <p class="quiet">At £${Number(bitcoin.rate).toLocaleString("en-GB")} for 1 BTC (${bitcoin.rateSource}, ${moment(new Date(bitcoin.rateAt).toISOString())})</p>${surplusOf(bitcoin)}`
}

function surplusOf({ surplusSats }: NonNullable<PaidPart["bitcoin"]>): SafeHtml {
  if (surplusSats === 0n) return NOTHING
  const more = formatBitcoin(surplusSats)
  return markup`<p class="quiet">${more} BTC more came, which is no part of this sale.</p>`
}
