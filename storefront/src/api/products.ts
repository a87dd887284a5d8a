import { productSchema, RELATED_LIMIT, type Product } from "@shop/contracts"
import { type QueryClient, queryOptions } from "@tanstack/react-query"
import * as z from "zod/mini"
import { request, requestOrNull } from "./request"

const productsSchema = z.array(productSchema)

/** Enough products of a category to find four related ones in stock. A category may contain thousands. */
const SIBLINGS = 12

/** The featured products. */
export const featuredProductsQuery = () =>
  queryOptions({
    queryKey: ["products", "featured"],
    queryFn: ({ signal }) => request("/api/products/featured", productsSchema, { signal }),
  })

/** One product, or null. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ["products", "detail", slug],
    queryFn: ({ signal }) => {
      if (!slug) throw new Error("Product slug is required")
      return requestOrNull(`/api/products/${encodeURIComponent(slug)}`, productSchema, { signal })
    },
  })

/**
 * A product from any cached list, as a card shows it. Its own page can appear with it at once, until the shop has
 * answered.
 */
export function findListed(client: QueryClient, slug: string): Product | undefined {
  for (const [, data] of client.getQueriesData({ queryKey: ["products"] })) {
    const found = findIn(data, slug)
    if (found) return found
  }
  return undefined
}

function findIn(data: unknown, slug: string): Product | undefined {
  if (typeof data !== "object" || data === null) return undefined
  if ("slug" in data) return data.slug === slug ? productSchema.safeParse(data).data : undefined
  for (const part of Object.values(data)) {
    const found = findIn(part, slug)
    if (found) return found
  }
  return undefined
}

/** The first products of a category, by its id. */
export const categoryProductsQuery = (categoryId: string) =>
  queryOptions({
    queryKey: ["products", "category", categoryId],
    queryFn: ({ signal }) => {
      if (!categoryId) throw new Error("Category ID is required")
      const path = `/api/categories/${encodeURIComponent(categoryId)}/products?limit=${SIBLINGS}`
      return request(path, productsSchema, { signal })
    },
  })

/** Up to four other products: first those of the same category that are in stock, then `others`. */
export function relatedTo(
  product: Product,
  sameCategory: readonly Product[],
  others: readonly Product[] = [],
): Product[] {
  const siblings = sameCategory.toSorted((a, b) => Number(b.stock > 0) - Number(a.stock > 0))
  const candidates = new Map([...siblings, ...others].map((other) => [other.id, other]))
  candidates.delete(product.id)
  return [...candidates.values()].slice(0, RELATED_LIMIT)
}
