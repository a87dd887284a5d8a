import { productSchema, type Product, type Sort } from "@shop/contracts"
import { queryOptions } from "@tanstack/react-query"
import * as z from "zod/mini"
import { ApiError } from "./api-error"
import { requestWithHeaders } from "./request"

/** How many products a list shows before its reader asks for more, and by how many it grows then. */
export const PAGE_SIZE = 32
/** The contract's largest `limit`, in whole pages. */
const MOST_A_CALL = 96

/** What a list of products is narrowed to and ordered by; empty texts stand for "all". */
export interface ProductSelection {
  search: string
  sort: Sort
  /** A category's slug. */
  category: string
  /** The shop's mark of the product after which the list begins; empty for its beginning. */
  after: string
  /** How many pages of it are shown, from 1. */
  pages: number
}

export interface ProductList {
  products: Product[]
  /** How many there are in all, shown or not. */
  total: number
  /** The mark after which the list goes on; null at its end. */
  next: string | null
}

const listKey = (selection: ProductSelection) => ["products", "list", selection] as const

/**
 * The products of a selection, searched, sorted and cut by the shop. A list that was a page shorter a moment ago grows
 * by that page alone, which may be here already: it is the list that its reader's "Load more" leads to.
 */
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

/** Fetches a list from its first product to its last, in as few calls as the contract allows. */
async function fetchList(selection: ProductSelection, signal: AbortSignal): Promise<ProductList> {
  const wanted = selection.pages * PAGE_SIZE
  let list = await fetchFirst(selection, Math.min(wanted, MOST_A_CALL), signal)
  while (list.next !== null && list.products.length < wanted) {
    const limit = Math.min(wanted - list.products.length, MOST_A_CALL)
    list = joined(list, await fetchPart(selection, list.next, limit, signal))
  }
  return list
}

/** An address may carry a mark that is none of the shop's; then the list begins at its beginning. */
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
  { search, sort, category }: ProductSelection,
  after: string,
  limit: number,
  signal: AbortSignal,
): Promise<ProductList> {
  const query = new URLSearchParams()
  if (search) query.set("search", search)
  if (sort !== "featured") query.set("sort", sort)
  if (category) query.set("category", category)
  query.set("limit", String(limit))
  if (after) query.set("cursor", after)
  const path = `/api/products?${query.toString()}`
  const { answer, headers } = await requestWithHeaders(path, z.array(productSchema), { signal })
  return {
    products: answer,
    total: Number(headers.get("x-total-count") ?? answer.length),
    next: /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? null,
  }
}

/** A product whose place changed between two calls is shown once. */
function joined(list: ProductList, more: ProductList): ProductList {
  const shown = new Set(list.products.map(({ id }) => id))
  return { ...more, products: [...list.products, ...more.products.filter(({ id }) => !shown.has(id))] }
}
