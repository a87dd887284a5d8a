import { markup, onLines, type SafeHtml } from "../../../mail/markup"
import type { Receipt } from "../../../workflows/receipt/read-receipt"
import { day, printPage, type Letterhead } from "./print-page"

/** What lies in the parcel, to be ticked off by who packs it and checked by who opens it. No prices: it may be a present. */
export function packingSlip(
  shop: Letterhead,
  { number, orderedAt, deliverTo, lines, delivery }: Receipt,
): SafeHtml {
  const rows = lines.map(
    ({ name, detail, quantity }) =>
      markup`<tr><td><span class="box"></span></td><td class="number"><strong>${quantity} ×</strong></td>
       <td class="indented"><span class="item">${name}</span> <span class="quiet">${detail}</span></td></tr>`,
  )
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return printPage(
    shop,
    "Packing slip",
    `Order ${number} · ordered on ${day(orderedAt)} · ${delivery.name}`,
    markup`<h2>Deliver to</h2><p class="large">${onLines(deliverTo)}</p>
     <table><thead><tr><th class="narrow">Packed</th><th class="number narrow">Quantity</th><th class="indented">Goods</th></tr></thead>
     <tbody>${rows}</tbody>
     <tfoot><tr class="sum"><td></td><td class="number">${pieces}</td><td class="indented">${pieces === 1 ? "piece" : "pieces"} in all</td></tr></tfoot></table>
     <p class="quiet apart">Something missing or damaged? Write to ${shop.email} within 48 hours of delivery, with photos. Your legal rights are not affected.</p>`,
  )
}
