import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import type { OrderHistory, OrderSummary } from "@shop/contracts"
import { imageAddress } from "../../../../catalogue"
import { queryRows } from "../../../../query/query-rows"
import { orderRow } from "../../orders/order-row"
import { statusOf } from "../../orders/order-status"

const summaryRow = orderRow.pick({
  id: true,
  display_id: true,
  status: true,
  created_at: true,
  total: true,
  items: true,
  fulfillments: true,
  payment_collections: true,
})

const FIELDS = [
  "id",
  "display_id",
  "status",
  "created_at",
  "total",
  "items.*",
  "fulfillments.shipped_at",
  "fulfillments.canceled_at",
  "payment_collections.captured_amount",
  "payment_collections.refunded_amount",
]

/** Orders on a page whose caller does not say. */
const USUAL_LIMIT = 10

const cursorSchema = z.coerce.number().int().positive()

/**
 * A customer's orders, the newest first. Order numbers only grow, so the last one shown is where the next page begins,
 * whatever is placed meanwhile.
 * @returns null when the cursor is none of ours
 */
export async function orderHistory(
  container: MedusaContainer,
  customerId: string,
  { limit = USUAL_LIMIT, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<OrderHistory | null> {
  const before = cursor === undefined ? undefined : cursorSchema.safeParse(cursor)
  if (before?.success === false) return null
  const orders = await queryRows(container, summaryRow, {
    entity: "order",
    fields: FIELDS,
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

function summaryOf(order: z.infer<typeof summaryRow>): OrderSummary {
  return {
    id: order.id,
    number: order.display_id,
    createdAt: order.created_at.toISOString(),
    status: statusOf(order),
    total: order.total.toFixed(2),
    items: order.items.map((item) => ({
      id: item.id,
      productId: item.product_id ?? null,
      name: item.product_title ?? item.title,
      weight: item.variant_title ?? "",
      image: imageAddress(item.thumbnail),
      quantity: item.quantity,
    })),
  }
}
