import type { Product } from "@shop/contracts"
import { firstOfEachCategory } from "../../api/products"
import { isSoldOut, sizesOf } from "../../lib/sizes"

const PAIRINGS = 2

/**
 * Two products that the cart does not contain and that one press can add: in stock, in one size. Those of categories that
 * the cart does not contain come first, one of each.
 * @param inCart the ids of the cart's products
 * @param candidates may contain a product several times
 */
export function pairingsFor(inCart: ReadonlySet<string>, candidates: readonly Product[]): Product[] {
  const categories = new Set(
    candidates.filter(({ id }) => inCart.has(id)).map(({ categoryId }) => categoryId),
  )
  const fitting = candidates.filter(
    (product) => !inCart.has(product.id) && !isSoldOut(product) && sizesOf(product).length === 0,
  )
  const elsewhere = firstOfEachCategory(fitting.filter(({ categoryId }) => !categories.has(categoryId)))
  const unique = new Map([...elsewhere, ...fitting].map((product) => [product.id, product]))
  return [...unique.values()].slice(0, PAIRINGS)
}
