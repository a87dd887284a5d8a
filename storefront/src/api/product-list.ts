import { type Diet, type ListOrder, SEARCH_CORRECTION_HEADER, type Product, type Sort } from "@shop/contracts"
import { queryOptions } from "@tanstack/react-query"
import { ApiError } from "../lib/api-error"
import { catalogueParserOf } from "./load-schemas"
import { requestWithHeaders } from "./request"

/** The length of a list, and of each "Load more". */
export const PAGE_SIZE = 32
/** The contract's largest `limit`, in whole pages. */
const MOST_A_CALL = 96

/** The filter and order of a product list. Empty texts mean "all". */
export interface ProductSelection {
  search: string
  /** Whether a search without hits stays empty, instead of showing those of the shop's correction. */
  isExact: boolean
  sort: Sort
  category: string
  /** Products that suit each. */
  diets: readonly Diet[]
  /** The shop's cursor after which the list begins; empty for the first page. */
  after: string
  pages: number
}

type Filter = Pick<ProductSelection, "search" | "category" | "diets"> & { sort: ListOrder }

export interface ProductList {
  products: Product[]
  total: number
  next: string | null
  /** The search whose products are shown, if the selection's own has none. */
  correction: string | null
}

const listKey = (selection: ProductSelection) => ["products", "list", selection] as const

/** With a list one page shorter in the cache, only the missing page is loaded. It may be cached too, by "Load more". */
export const productListQuery = (selection: ProductSelection) =>
  queryOptions({
    queryKey: listKey(selection),
    queryFn: async ({ client, signal }): Promise<ProductList> => {
      const shorter = client.getQueryData<ProductList>(listKey({ ...selection, pages: selection.pages - 1 }))
      if (!shorter) return fetchList(selection, signal)
      if (shorter.next === null) return shorter
      const page = { ...selection, after: shorter.next, pages: 1 }
      return joined(shorter, await client.query({ ...productListQuery(page), staleTime: "static" }))
    },
  })

/** The nearest to a search, in any category, for suggestions while a shopper types. */
export const suggestionsQuery = (search: string, diets: readonly Diet[], most: number) =>
  queryOptions({
    queryKey: ["products", "suggestions", search, diets, most],
    queryFn: ({ signal }) =>
      correctly({ search, sort: "relevance", category: "", diets }, (asked) =>
        fetchPart(asked, "", most, signal),
      ),
  })

const fetchList = (selection: ProductSelection, signal: AbortSignal): Promise<ProductList> =>
  correctly(selection, (asked) => fetchPages(asked, signal))

/** A search without hits is replaced by the shop's correction of it. */
async function correctly<Asked extends Filter & { isExact?: boolean }>(
  asked: Asked,
  fetch: (asked: Asked) => Promise<ProductList>,
): Promise<ProductList> {
  const list = await fetch(asked)
  if (list.correction === null) return list
  if (asked.isExact) return { ...list, correction: null }
  return { ...(await fetch({ ...asked, search: list.correction })), correction: list.correction }
}

async function fetchPages(selection: ProductSelection, signal: AbortSignal): Promise<ProductList> {
  const wanted = selection.pages * PAGE_SIZE
  let list = await fetchFirst(selection, Math.min(wanted, MOST_A_CALL), signal)
  while (list.next !== null && list.products.length < wanted) {
    const limit = Math.min(wanted - list.products.length, MOST_A_CALL)
    list = joined(list, await fetchPart(selection, list.next, limit, signal))
  }
  return list
}

/** The address may contain an invalid cursor. The list then starts at the first page. */
async function fetchFirst(
  selection: ProductSelection,
  limit: number,
  signal: AbortSignal,
): Promise<ProductList> {
  try {
    return await fetchPart(selection, selection.after, limit, signal)
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 400
    if (!isRefused || !selection.after) throw error
    return fetchPart(selection, "", limit, signal)
  }
}

async function fetchPart(
  { search, sort, category, diets }: Filter,
  after: string,
  limit: number,
  signal: AbortSignal,
): Promise<ProductList> {
  const query = new URLSearchParams()
  if (search) query.set("search", search)
  if (sort !== "featured") query.set("sort", sort)
  if (category) query.set("category", category)
  if (diets.length > 0) query.set("diet", diets.join(" "))
  query.set("limit", String(limit))
  if (after) query.set("cursor", after)
  const path = `/api/products?${query.toString()}`
  const { answer, headers } = await requestWithHeaders(path, catalogueParserOf("productsSchema"), {
    signal,
  })
  const correction = headers.get(SEARCH_CORRECTION_HEADER)
  return {
    products: answer,
    total: Number(headers.get("x-total-count") ?? answer.length),
    next: /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? null,
    correction: correction === null ? null : decodeURIComponent(correction),
  }
}

/** A product that moved between two calls is shown once. */
function joined(list: ProductList, more: ProductList): ProductList {
  const shown = new Set(list.products.map(({ id }) => id))
  return { ...more, products: [...list.products, ...more.products.filter(({ id }) => !shown.has(id))] }
}
