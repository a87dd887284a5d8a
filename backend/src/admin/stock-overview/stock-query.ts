import { stockOverviewSchema, type STOCK_VIEWS } from "@shop/contracts/staff"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { ask } from "../components/ask"

export type View = (typeof STOCK_VIEWS)[number]
export const PAGE_SIZE = 25

/** One page of the stock overview. */
export const stockOverviewQuery = (view: View, words: string, page: number) =>
  queryOptions({
    queryKey: ["stock-overview", view, words, page],
    queryFn: () => {
      const query = new URLSearchParams({
        view,
        q: words,
        limit: String(PAGE_SIZE),
        offset: String(page * PAGE_SIZE),
      })
      return ask(stockOverviewSchema, `/admin/stock-overview?${query.toString()}`)
    },
    placeholderData: keepPreviousData,
  })
