import { type Diet, DIETS, dietsIn, type Sort, SORTS } from "@shop/contracts"
import type { ProductSelection } from "../../api/product-list"

const LONGEST_SEARCH = 100
/** A longer list continues under a new address, so that no document grows without limit. */
export const MOST_PAGES = 15

export const sortFrom = (name: string | null): Sort => SORTS.find((sort) => sort === name) ?? "featured"

/** The selection in a list's address. Invalid values fall back to the default. */
export function selectionFrom(params: URLSearchParams, category: string): ProductSelection {
  const pages = Math.trunc(Number(params.get("pages")))
  return {
    search: (params.get("search") ?? "").trim().slice(0, LONGEST_SEARCH),
    isExact: params.has("exact"),
    sort: sortFrom(params.get("sort")),
    category,
    diets: dietsIn(params.get("diet") ?? ""),
    after: params.get("after") ?? "",
    pages: pages > 1 ? Math.min(pages, MOST_PAGES) : 1,
  }
}

/** The address of the products that have the search's own words, even if there are none. */
export function exactly(params: URLSearchParams): string {
  const next = new URLSearchParams(beginningAt(params))
  next.set("exact", "1")
  return `?${next.toString()}`
}

/** These diets with one more, or without it if it is among them. */
export const toggled = (chosen: readonly Diet[], diet: Diet): readonly Diet[] =>
  DIETS.filter((one) => chosen.includes(one) !== (one === diet))

/** The address of the same list with these diets, from its start. */
export function withDiets(params: URLSearchParams, diets: readonly Diet[]): string {
  const next = new URLSearchParams(beginningAt(params))
  next.delete("diet")
  if (diets.length > 0) next.set("diet", diets.join(" "))
  return next.size > 0 ? `?${next.toString()}` : ""
}

/** The address of the same list starting after a cursor; without one, from the start. */
export function beginningAt(params: URLSearchParams, after?: string): string {
  const next = new URLSearchParams(params)
  next.delete("pages")
  next.delete("after")
  if (after) next.set("after", after)
  return next.size > 0 ? `?${next.toString()}` : ""
}
