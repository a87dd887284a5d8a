import { z } from "@medusajs/framework/zod"
import { readAlarm } from "../platform/medusa-tables/stock"
import { button, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { stockTable } from "./order-blocks"

export const lowStock = defineMail({
  name: "low-stock",
  audience: "staff",
  resource: "stock_alarm",
  schema: z.object({ alarmId: z.string() }),
  async load({ container, lowStockAt, adminUrl }, { alarmId }) {
    const rows = await readAlarm(container, { alarmId })
    if (lowStockAt === "off" || rows.length === 0) return null
    const items = rows.map(({ name, variant, sku, left }) => ({
      name,
      detail: [variant, sku].filter(Boolean).join(" · "),
      /** In stock and not reserved. Below 0 when more is reserved than in stock. */
      left,
    }))
    return { id: alarmId, view: { threshold: lowStockAt, items, inventoryUrl: `${adminUrl}/inventory` } }
  },
  render({ threshold, items, inventoryUrl }) {
    const sorted = [...items].sort((a, b) => a.left - b.left)
    const [first] = sorted
    return {
      subject: `Running out: ${first && items.length === 1 ? first.name : `${items.length} products`}`,
      preview: sorted.map(({ name, left }) => `${name}: ${left <= 0 ? "sold out" : left}`).join(", "),
      title: "Running out",
      blocks: [
        paragraph(
          threshold === 0
            ? "These have just sold out:"
            : `${threshold} or fewer of these are left, not counting what is reserved for orders:`,
        ),
        stockTable(sorted),
        button("Open the stock in the admin", inventoryUrl),
        paragraph(
          "You get this email once each time a product falls to this level. The setting LOW_STOCK_AT changes it.",
        ),
      ],
    }
  },
})
