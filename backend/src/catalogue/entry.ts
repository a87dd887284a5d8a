import type { Category, Food, Product, ProductVariant, ShippingOption } from "@shop/contracts"
import type { Shop } from "./shop"

/** A product in the catalogue, with what the lists are ordered and searched by. Never mutated. */
export interface Entry {
  product: Product
  /** One at least; the first is the one that `product` shows. */
  variants: readonly ProductVariant[]
  /** Null for what is no food. */
  food: Food | null
  /** Every category it stands in; `product.categoryId` is the first of them. */
  categoryIds: readonly string[]
  /** The lowest of the variants' prices: what lists are ordered by. */
  pence: number
  /** Lower-case name and description. */
  searchText: string
}

/** What all products share: it changes seldom, and with it everything is read again. */
export interface CatalogueContext {
  shop: Shop
  categories: readonly Category[]
  shippingOptions: readonly ShippingOption[]
}
