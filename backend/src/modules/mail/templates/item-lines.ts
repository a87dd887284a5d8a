import { z } from "@medusajs/framework/zod"
import { lines, type Block } from "../layout/blocks"

/** What is in a parcel or an order, where its prices do not matter. */
export const itemsSchema = z
  .array(z.object({ name: z.string(), detail: z.string(), quantity: z.number().int().min(1) }))
  .min(1)
type Items = z.infer<typeof itemsSchema>

/** A line for each: `2 × Heather Honey, 340 g`. */
export function itemLines(items: Items): Block {
  return lines(
    items.map(({ name, detail, quantity }) => `${quantity} × ${[name, detail].filter(Boolean).join(", ")}`),
  )
}
