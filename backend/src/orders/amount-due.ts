import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { many, queryGraph } from "../platform/sql/query"
import type { OrderContent } from "./projections"

const returnRow = z.object({
  exchange_id: z.string().nullish(),
  claim_id: z.string().nullish(),
  items: many(
    z.object({
      item_id: z.string(),
      quantity: z.coerce.number(),
      received_quantity: z.coerce.number().nullish(),
    }),
  ),
})

/**
 * What its buyer owes now, in pence; below zero: what goes back to them. Medusa's sums count every capture, refund and credit. What
 * comes back for an exchange pays for what is sent instead, so it is not asked for while it is on its way.
 */
export async function amountDueOf(
  container: MedusaContainer,
  { id, version, items, summary }: Pick<OrderContent, "id" | "version" | "items" | "summary">,
): Promise<number> {
  const due = summary.pending_difference
  if (version === 1 || due <= 0) return due
  const returns = await queryGraph(container, returnRow, {
    entity: "return",
    filters: { order_id: id, status: ["requested", "partially_received"] },
  })
  const awaited = returns
    .filter(({ exchange_id, claim_id }) => exchange_id ?? claim_id)
    .flatMap((one) => one.items)
    .map(({ item_id, quantity, received_quantity }) => {
      const line = items.find((item) => item.id === item_id)
      return line ? (line.total * (quantity - (received_quantity ?? 0))) / line.quantity : 0
    })
  return Math.max(0, due - Math.round(awaited.reduce((sum, pence) => sum + pence, 0)))
}
