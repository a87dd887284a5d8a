import type { Product, ProductVariant } from "@shop/contracts"
import { penceOf } from "./money"

/** What goes into the cart: a product, in one of its sizes where it has several. */
export type SellableVariant = Product & { variantId?: string }

/** The sizes that a shopper can choose from; none where there is only one. */
export const sizesOf = (product: Product): readonly ProductVariant[] => product.variants ?? []

/** A product in one of its sizes, as if it were the only one. */
export function inSize(
  product: Product,
  { id, weight, price, stock, unitPrice }: ProductVariant,
): SellableVariant {
  return { ...product, weight, price, stock, unitPrice, variantId: id }
}

/** The size that is chosen to begin with: the first that can be had. */
export function firstSize(product: Product): ProductVariant | undefined {
  const sizes = sizesOf(product)
  return sizes.find(({ stock }) => stock > 0) ?? sizes[0]
}

/** The lowest price of several sizes. */
export function cheapestSize(product: Product): ProductVariant | undefined {
  return [...sizesOf(product)].sort((one, other) => penceOf(one.price) - penceOf(other.price))[0]
}

/** Whether there is nothing of a product in any size. */
export function isSoldOut(product: Product): boolean {
  const sizes = sizesOf(product)
  return sizes.length > 0 ? sizes.every(({ stock }) => stock === 0) : product.stock === 0
}
