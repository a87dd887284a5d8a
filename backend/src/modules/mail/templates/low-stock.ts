import { z } from "@medusajs/framework/zod"
import { button, paragraph, type Block } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { stockTable } from "../layout/stock-table"

export const lowStockSchema = z.object({
  shop: shopSchema,
  /** At so many or fewer a product counts as running out. */
  threshold: z.number().int().min(0),
  items: z
    .array(
      z.object({
        name: z.string(),
        /** What tells it from its neighbours: the variant, the SKU. */
        detail: z.string(),
        /** What can still be sold: in stock and not reserved; below 0 when more was promised than there is. */
        left: z.number().int(),
      }),
    )
    .min(1),
  /** The stock in the admin. */
  adminUrl: z.url(),
})
export type LowStock = z.infer<typeof lowStockSchema>

/** To staff: what is running out, what is gone first. */
export function lowStock({ shop, threshold, items, adminUrl }: LowStock): Mail {
  const sorted = [...items].sort((a, b) => a.left - b.left)
  const [first] = sorted
  const names = first && items.length === 1 ? first.name : `${items.length} products`
  return emailLayout({
    shop,
    subject: `Running out: ${names}`,
    preview: sorted.map(({ name, left }) => `${name}: ${left <= 0 ? "sold out" : left}`).join(", "),
    title: "Running out",
    blocks: [
      paragraph(
        threshold === 0
          ? "These have just sold out:"
          : `Of these ${threshold} or fewer are left to sell, not counting what is reserved for orders:`,
      ),
      stockTable(sorted),
      button("Open the stock in the admin", adminUrl),
      paragraph(
        "You are told once each time a product falls to this mark; LOW_STOCK_AT in the settings moves it.",
      ),
    ] satisfies Block[],
  })
}
