import type { Product, ProductVariant } from "@shop/contracts"
import { penceOf } from "./money"

/** A product that can be added to the cart, with the chosen size if it has several. */
export type SellableVariant = Product & { variantId?: string }

export const sizesOf = (product: Product): readonly ProductVariant[] => product.variants ?? []

/** A product in one of its sizes, as if that were the only one. */
export function inSize(
  product: Product,
  { id, weight, price, originalPrice = null, stock, unitPrice }: ProductVariant,
): SellableVariant {
  return { ...product, weight, price, originalPrice, stock, unitPrice, variantId: id }
}

export function firstSize(product: Product): ProductVariant | undefined {
  const sizes = sizesOf(product)
  return sizes.find(({ stock }) => stock > 0) ?? sizes[0]
}

export function cheapestSize(product: Product): ProductVariant | undefined {
  return [...sizesOf(product)].sort((one, other) => penceOf(one.price) - penceOf(other.price))[0]
}

export function isSoldOut(product: Product): boolean {
  const sizes = sizesOf(product)
  return sizes.length > 0 ? sizes.every(({ stock }) => stock === 0) : product.stock === 0
}
