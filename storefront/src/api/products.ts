import type { Product } from "@shop/contracts"
import { type QueryClient, queryOptions } from "@tanstack/react-query"
import { catalogueParserOf } from "./load-schemas"
import { request, requestOrNull } from "./request"

/** Enough products of a category to find four related ones in stock. A category may contain thousands. */
const SIBLINGS = 12

export const featuredProductsQuery = () =>
  queryOptions({
    queryKey: ["products", "featured"],
    queryFn: ({ signal }) =>
      request("/api/products/featured", catalogueParserOf("productsSchema"), { signal }),
  })

export const productQuery = (slug: string) =>
  queryOptions({
    queryKey: ["products", "detail", slug],
    queryFn: ({ signal }) => {
      if (!slug) throw new Error("Product slug is required")
      return requestOrNull(`/api/products/${encodeURIComponent(slug)}`, catalogueParserOf("productSchema"), {
        signal,
      })
    },
  })

/** Its page can appear with what a card shows, until the shop has answered. */
export const findListed = (client: QueryClient, slug: string): Product | undefined =>
  listedProducts(client).find((product) => product.slug === slug)

/** Every cached product, as often as it is cached. */
export const listedProducts = (client: QueryClient): Product[] =>
  client.getQueriesData<Cached>({ queryKey: ["products"] }).flatMap(([, data]) => productsIn(data))

/** The data of every query under "products": one product, a list, or a list with its total. */
type Cached = Product | readonly Product[] | { products: readonly Product[] } | null

function productsIn(data: Cached | undefined): readonly Product[] {
  if (!data) return []
  if ("products" in data) return data.products
  return "slug" in data ? [data] : data
}

export const categoryProductsQuery = (categoryId: string) =>
  queryOptions({
    queryKey: ["products", "category", categoryId],
    queryFn: ({ signal }) => {
      if (!categoryId) throw new Error("Category ID is required")
      const path = `/api/categories/${encodeURIComponent(categoryId)}/products?limit=${SIBLINGS}`
      return request(path, catalogueParserOf("productsSchema"), { signal })
    },
  })

export const firstOfEachCategory = (products: readonly Product[]): Product[] =>
  products.filter(
    ({ categoryId }, index) => products.findIndex((other) => other.categoryId === categoryId) === index,
  )
