import { damageTerms } from "@shop/contracts"
import { currentBrand } from "../../platform/config/current-brand"
import { markup, onLines, type SafeHtml } from "../../platform/markup"
import { deliveryLines, describeItem, type OrderContent } from "../projections"
import { day, printPage, type Letterhead, type Sheet } from "./print-page"

export const packingSlips = (shop: Letterhead, orders: readonly OrderContent[]): SafeHtml =>
  printPage(
    shop,
    orders.map((order) => packingSlip(shop, order)),
  )

/** What lies in the parcel, to be ticked off by who packs it and checked by who opens it. No prices: it may be a present. */
function packingSlip(shop: Letterhead, order: OrderContent): Sheet {
  const { display_id: number, created_at: orderedAt, items, shipping_methods: methods } = order
  const rows = items.map((item) => {
    const { name, detail } = describeItem(item)
    return markup`<tr><td><span class="box"></span></td><td class="number"><strong>${item.quantity} ×</strong></td>
       <td class="indented"><span class="item">${name}</span> <span class="quiet">${detail}</span></td>
       <td class="quiet">${item.variant_sku}</td></tr>`
  })
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    title: "Packing slip",
    subtitle: [
      `Order ${number}`,
      `Ordered on ${day(orderedAt.toISOString())}`,
      methods[0]?.name ?? "Delivery",
    ],
    body: markup`<h2>Deliver to</h2><p class="large">${onLines(deliveryLines(order))}</p>
     <table><thead><tr><th class="narrow">Packed</th><th class="number narrow">Quantity</th><th class="indented">Goods</th><th>SKU</th></tr></thead>
     <tbody>${rows}</tbody>
     <tfoot><tr class="sum"><td></td><td class="number">${pieces}</td><td class="indented">${pieces === 1 ? "item" : "items"} in total</td><td></td></tr></tfoot></table>
     <p class="quiet apart">${damageTerms(currentBrand.reportWithin, shop.email)}</p>`,
  }
}
