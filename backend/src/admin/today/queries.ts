import { listedOrdersSchema, ORDER_LISTS, todaySchema, type OrderList } from "@shop/contracts/staff"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { ask } from "../components/ask"

interface List {
  label: string
  colour: "green" | "blue" | "orange" | "red" | "grey"
  /** Shown instead of the list when it has no orders. */
  empty: string
}

export const LISTS: Record<OrderList, List> = {
  to_pack: { label: "To pack", colour: "green", empty: "Nothing to pack." },
  to_ship: { label: "To ship", colour: "blue", empty: "No packed parcel waits for the carrier." },
  to_capture: { label: "To capture", colour: "orange", empty: "No card payment waits to be captured." },
  difference_due: {
    label: "Difference due",
    colour: "orange",
    empty: "No changed order waits for a difference.",
  },
  awaiting_return: {
    label: "Awaiting return",
    colour: "orange",
    empty: "No exchange waits for the goods that come back for it.",
  },
  awaiting_payment: {
    label: "Awaiting payment",
    colour: "orange",
    empty: "No order awaits its payment.",
  },
  needs_review: { label: "Needs review", colour: "red", empty: "No order needs a decision." },
  shipped: { label: "Shipped", colour: "grey", empty: "No order was shipped yet." },
  cancelled: { label: "Cancelled", colour: "grey", empty: "No order was cancelled." },
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
