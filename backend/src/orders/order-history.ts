import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { type OrderHistory, type OrderSummary, toPounds } from "@shop/contracts"
import { imageAddress } from "../catalogue"
import { queryGraph } from "../platform/sql/query"
import { refundedOf, statusOf } from "./order-status"
import { describeItem, orderSummary, type OrderContent } from "./projections"

const USUAL_LIMIT = 10

const cursorSchema = z.coerce.number().int().positive()

/**
 * Newest first. Order numbers only grow: the next page begins at the last one shown, whatever is placed meanwhile.
 * Null: the cursor is invalid.
 */
export async function orderHistory(
  container: MedusaContainer,
  customerId: string,
  { limit = USUAL_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<OrderHistory | null> {
  const before = cursor === undefined ? undefined : cursorSchema.safeParse(cursor)
  if (before?.success === false) return null
  const orders = await queryGraph(container, orderSummary, {
    entity: "order",
    filters: { customer_id: customerId, ...(before && { display_id: { $lt: before.data } }) },
    pagination: { take: limit + 1, order: { display_id: "DESC" } },
  })
  const page = orders.slice(0, limit)
  const last = page.at(-1)
  return {
    orders: page.map(summaryOf),
    nextCursor: orders.length > limit && last ? String(last.display_id) : null,
  }
}

function summaryOf(order: z.infer<typeof orderSummary>): OrderSummary {
  return {
    id: order.id,
    number: order.display_id,
    createdAt: order.created_at.toISOString(),
    status: statusOf(order),
    total: toPounds(order.total),
    refunded: refundedOf(order),
    items: order.items.map(itemView),
  }
}

/** An item as the history and the order's page show it. */
export function itemView(item: OrderContent["items"][number]) {
  const { id, product_id: productId, thumbnail, quantity } = item
  const { name, detail: weight } = describeItem(item)
  return { id, productId, name, weight, image: imageAddress(thumbnail), quantity }
}
