import type { Bill } from "../../../workflows/receipt/read-bill"
import { formatSatoshis } from "../../../workflows/mail/format-satoshis"
import { day, escape, moment, pounds, sheet, type Letterhead } from "./sheet"

/** The VAT receipt of an order that was paid. */
export function receiptSheet(shop: Letterhead, bill: Bill): string {
  const paid = bill.paidAt === null ? "" : `Paid on ${day(bill.paidAt)}`
  return sheet(
    shop,
    shop.vatNumber === null ? "Receipt" : "VAT receipt",
    `Order ${bill.number} · ordered on ${day(bill.orderedAt)} · ${paid}`,
    `${goods(shop, bill)}<div class="columns"><div>${vat(shop, bill)}</div><div>${payment(bill)}</div></div>${buyer(bill)}`,
  )
}

function goods({ vatNumber }: Letterhead, { lines, delivery, costPence, paidPence }: Bill): string {
  const rateCell = (rate: number) => (vatNumber === null ? "" : `<td class="number">${rate} %</td>`)
  const row = (name: string, detail: string, quantity: string, rate: number, pence: number) =>
    `<tr><td><span class="goods">${escape(name)}</span> <span class="quiet">${escape(detail)}</span></td>
     <td class="number">${quantity}</td>${rateCell(rate)}<td class="number">${pounds(pence)}</td></tr>`
  const sum = (name: string, pence: number, kind = "") =>
    `<tr${kind}><td colspan="${vatNumber === null ? 2 : 3}">${name}</td><td class="number">${pounds(pence)}</td></tr>`
  const reduction = costPence - paidPence
  const heading = vatNumber === null ? "" : `<th class="number">VAT</th>`
  return `<table><thead><tr><th>Goods</th><th class="number">Quantity</th>${heading}<th class="number">Price</th></tr></thead>
  <tbody>${lines.map((line) => row(line.name, line.detail, String(line.quantity), line.rate, line.pence)).join("")}
  ${row(`Delivery: ${delivery.name}`, "", "", delivery.rate, delivery.pence)}</tbody>
  <tfoot>${reduction > 0 ? sum("Accepted for less than the price", -reduction) : ""}${sum("Total paid", paidPence, ' class="sum"')}</tfoot></table>`
}

function vat({ vatNumber }: Letterhead, { vat }: Bill): string {
  if (vatNumber === null) return `<h2>VAT</h2><p>The seller is not registered for VAT.</p>`
  const sum = (of: (line: Bill["vat"][number]) => number) => vat.reduce((total, line) => total + of(line), 0)
  const row = (name: string, net: number, tax: number, gross: number, kind = "") =>
    `<tr${kind}><td>${name}</td><td class="number">${pounds(net)}</td><td class="number">${pounds(tax)}</td><td class="number">${pounds(gross)}</td></tr>`
  return `<h2>VAT in these prices</h2><table><thead><tr><th>Rate</th><th class="number">Net</th><th class="number">VAT</th><th class="number">Gross</th></tr></thead>
  <tbody>${vat.map(({ rate, grossPence, vatPence }) => row(`${rate} %`, grossPence - vatPence, vatPence, grossPence)).join("")}</tbody>
  <tfoot>${row(
    "Total",
    sum(({ grossPence, vatPence }) => grossPence - vatPence),
    sum(({ vatPence }) => vatPence),
    sum(({ grossPence }) => grossPence),
    ' class="sum"',
  )}</tfoot></table>`
}

function payment({ bitcoin, paidPence, refunds }: Bill): string {
  const back = refunds.map(
    ({ pence, at }) => `<p>Refunded on ${day(at)}: <strong>${pounds(pence)}</strong></p>`,
  )
  if (bitcoin === null) return `<h2>Payment</h2><p>By card: ${pounds(paidPence)}</p>${back.join("")}`
  if (bitcoin.isByHand && bitcoin.sats === 0n)
    return `<h2>Payment</h2><p>Agreed with the shop: ${pounds(paidPence)}</p>${back.join("")}`
  return `<h2>Payment</h2><p>In Bitcoin: ${formatSatoshis(bitcoin.sats.toString())} BTC</p>
  <p>Value at the time of sale: ${pounds(paidPence)}</p>
  <p class="quiet">At £${escape(bitcoin.rate)} for 1 BTC (${escape(bitcoin.rateSource)}, ${moment(new Date(bitcoin.rateAt).toISOString())})</p>${back.join("")}`
}

function buyer({ deliverTo }: Bill): string {
  const [name = "", ...rest] = deliverTo
  return `<h2>Sold to</h2><p>${[name, ...rest].map(escape).join("<br>")}</p>`
}
