import { shelfSchema, type SHELF_VIEWS } from "@shop/contracts/staff"
import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { ask } from "../pieces/ask"

export type View = (typeof SHELF_VIEWS)[number]
export const PAGE_SIZE = 25

/** A page of the shelf. */
export const shelfQuery = (view: View, words: string, page: number) =>
  queryOptions({
    queryKey: ["shelf", view, words, page],
    queryFn: () => {
      const query = new URLSearchParams({
        view,
        q: words,
        limit: String(PAGE_SIZE),
        offset: String(page * PAGE_SIZE),
      })
      return ask(shelfSchema, `/admin/shelf?${query.toString()}`)
    },
    placeholderData: keepPreviousData,
  })
