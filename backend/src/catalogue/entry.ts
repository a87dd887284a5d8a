import type { Category, Product, ShippingOption } from "@shop/contracts"
import type { Shop } from "./shop"

/** A product on the shelf, with what the lists are ordered and searched by. Never mutated. */
export interface Entry {
  product: Product
  variantId: string
  /** Every category it stands in; `product.categoryId` is the first of them. */
  categoryIds: readonly string[]
  pence: number
  /** Lower-case name and description. */
  searchText: string
}

/** What all products share: it changes seldom, and with it everything is read again. */
export interface Surroundings {
  shop: Shop
  categories: readonly Category[]
  shippingOptions: readonly ShippingOption[]
}
