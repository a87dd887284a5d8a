import { productFactsSchema } from "@shop/contracts/staff"
import { queryOptions } from "@tanstack/react-query"
import { ask } from "../components/ask"

export const factsPath = (productId: string) => `/admin/products/${productId}/food-information`

/** All that is said of a product. */
export const factsQuery = (productId: string) =>
  queryOptions({
    queryKey: ["product-facts", productId],
    queryFn: () => ask(productFactsSchema, factsPath(productId)),
  })
