import { listedOrdersSchema, ORDER_LISTS, todaySchema, type OrderList } from "@shop/contracts/staff"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { ask } from "../components/ask"

export const LISTS: Record<OrderList, string> = {
  to_pack: "To pack",
  to_ship: "To ship",
  to_capture: "To capture",
  awaiting_payment: "Awaiting payment",
  needs_review: "Needs review",
  shipped: "Shipped",
  cancelled: "Cancelled",
}

/** The list that the address names, or the first. */
export const listIn = (search: URLSearchParams): OrderList =>
  ORDER_LISTS.find((list) => list === search.get("show")) ?? "to_pack"

export const linkToList = (list: OrderList) => `/today?show=${list}`

/** How much work waits, read again every half a minute while the page is visible. */
export const todayQuery = queryOptions({
  queryKey: ["today", "counts"],
  staleTime: 0,
  queryFn: ({ signal }) => ask(todaySchema, "/admin/today", { signal }),
  refetchInterval: 30_000,
})

export const listQuery = (list: OrderList, offset: number) =>
  queryOptions({
    queryKey: ["today", "orders", list, offset],
    // What staff did on an order's page shows when they come back.
    staleTime: 0,
    queryFn: ({ signal }) =>
      ask(listedOrdersSchema, `/admin/order-lists?list=${list}&offset=${offset}`, { signal }),
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
