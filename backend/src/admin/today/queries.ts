import { listedOrdersSchema, ORDER_LISTS, todaySchema, type OrderList } from "@shop/contracts/staff"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { ask } from "../components/ask"

export const COLOURS: Record<OrderList, "green" | "blue" | "orange" | "red" | "grey"> = {
  to_pack: "green",
  to_ship: "blue",
  to_capture: "orange",
  difference_due: "orange",
  awaiting_return: "orange",
  on_hold: "red",
  awaiting_payment: "orange",
  needs_review: "red",
  shipped: "grey",
  cancelled: "grey",
}

export const listIn = (search: URLSearchParams): OrderList =>
  ORDER_LISTS.find((list) => list === search.get("show")) ?? "to_pack"

export const linkToList = (list: OrderList) => `/today?show=${list}`

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
