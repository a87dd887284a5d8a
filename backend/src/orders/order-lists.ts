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
  return {
    orders: await describeOrders(container, ids, inReview),
    hasMore: found.length > ORDERS_PER_PAGE,
  }
}

/** In the order of their ids. */
export async function describeOrders(
  container: MedusaContainer,
  ids: readonly string[],
  inReview: ReadonlySet<string>,
): Promise<ListedOrders["orders"]> {
  const rows = new Map((await readListedOrders(container, { ids })).map((row) => [row.id, row] as const))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { provider, ...order } = row
    const paidBy = provider === null ? "" : nameOfProvider(provider)
    return [{ ...order, paidBy, needsReview: inReview.has(id) }]
  })
}
