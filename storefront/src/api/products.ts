import { RELATED_LIMIT, type Product } from "@shop/contracts"
import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { request, requestOrNull } from "./request"

/** Enough products of a category to find four related ones in stock. A category may contain thousands. */
const SIBLINGS = 12

/** The featured products. */
export const featuredProductsQuery = () =>
  queryOptions({
    queryKey: ["products", "featured"],
    queryFn: ({ signal }) =>
      request("/api/products/featured", ({ productsSchema }) => productsSchema, { signal }),
  })

/** One product, or null. */
export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ["products", "detail", slug],
    queryFn: ({ signal }) => {
      if (!slug) throw new Error("Product slug is required")
      return requestOrNull(
        `/api/products/${encodeURIComponent(slug)}`,
        ({ productSchema }) => productSchema,
        { signal },
      )
    },
  })

/**
 * A product from any cached list, as a card shows it. Its own page can appear with it at once, until the shop has
 * answered.
 */
export function findListed(client: QueryClient, slug: string): Product | undefined {
  for (const [, data] of client.getQueriesData<Cached>({ queryKey: ["products"] })) {
    const found = productsIn(data).find((product) => product.slug === slug)
    if (found) return found
  }
  return undefined
}

/** The data of every query under "products": one product, a list, or a list with its total. */
type Cached = Product | readonly Product[] | { products: readonly Product[] } | null

function productsIn(data: Cached | undefined): readonly Product[] {
  if (!data) return []
  if ("products" in data) return data.products
  return "slug" in data ? [data] : data
}

/** The first products of a category, by its id. */
export const categoryProductsQuery = (categoryId: string) =>
  queryOptions({
    queryKey: ["products", "category", categoryId],
    queryFn: ({ signal }) => {
      if (!categoryId) throw new Error("Category ID is required")
      const path = `/api/categories/${encodeURIComponent(categoryId)}/products?limit=${SIBLINGS}`
      return request(path, ({ productsSchema }) => productsSchema, { signal })
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
