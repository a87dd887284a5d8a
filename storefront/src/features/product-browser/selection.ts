import { sortSchema } from "@shop/contracts"
import type { ProductSelection } from "../../api/products"

const LONGEST_SEARCH = 100

/** What a list's address asks for; values that mean nothing fall back to the default. */
export function selectionFrom(params: URLSearchParams, category: string): ProductSelection {
  const sort = sortSchema.safeParse(params.get("sort"))
  return {
    search: (params.get("search") ?? "").trim().slice(0, LONGEST_SEARCH),
    sort: sort.success ? sort.data : "featured",
    category,
  }
}
