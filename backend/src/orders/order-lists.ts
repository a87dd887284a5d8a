import type { MedusaContainer } from "@medusajs/framework/types"
import { ORDERS_PER_PAGE, type ListedOrders, type OrderList } from "@shop/contracts/staff"
import { orderIdsOf, readListedOrders } from "../platform/medusa-tables/order-lists"
import { nameOfProvider } from "./payment-method"

/** `inReview`: the orders with an open case. */
export async function listOrders(
  container: MedusaContainer,
  { list, offset }: { list: OrderList; offset: number },
  inReview: ReadonlySet<string>,
): Promise<ListedOrders> {
  const found = await orderIdsOf(container, {
    ...{ list, offset, inReview: [...inReview] },
    limit: ORDERS_PER_PAGE + 1,
  })
  const ids = [...new Set(found.slice(0, ORDERS_PER_PAGE))]
  const rows = new Map((await readListedOrders(container, { ids })).map((row) => [row.id, row] as const))
  return {
    orders: ids.flatMap((id) => {
      const row = rows.get(id)
      if (!row) return []
      const { provider, ...order } = row
      const paidBy = provider === null ? "" : nameOfProvider(provider)
      return [{ ...order, paidBy, needsReview: inReview.has(id) }]
    }),
    hasMore: found.length > ORDERS_PER_PAGE,
  }
}
