import { z } from "@medusajs/framework/zod"
import { querySql } from "../platform/sql/query"
import { LEFT_TO_SELL } from "../catalogue/stock/left-to-sell"
import { button, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { stockTable } from "./order-blocks"

const text = z
  .string()
  .nullable()
  .transform((value) => value ?? "")
const stockRow = z.object({ name: z.string(), variant: text, sku: text, left: z.coerce.number().int() })

/** To staff: products that are sold out or nearly so. */
export const lowStock = defineMail({
  name: "low-stock",
  audience: "staff",
  resource: "stock_alarm",
  schema: z.object({ alarmId: z.string() }),
  async load({ container, lowStockAt, adminUrl }, { alarmId }) {
    const rows = await querySql(
      container,
      stockRow,
      `select s.name, s.variant, s.sku, s.left from (${LEFT_TO_SELL}) s
         join stock_alarm a on a.inventory_item_id = s.inventory_item_id
        where a.alarm_id = :alarmId order by s.left, s.name`,
      { alarmId },
    )
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
