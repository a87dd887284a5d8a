import { RELATED_LIMIT, type Product } from "@shop/contracts"
import { firstOfEachCategory } from "../../api/products"
import { isSoldOut } from "../../lib/sizes"

const FROM_ELSEWHERE = 2

/** Up to two of the same category and two of other categories, those in stock first. One side fills up for the other. */
export function relatedTo(
  product: Pick<Product, "id" | "categoryId">,
  sameCategory: readonly Product[],
  others: readonly Product[] = [],
): Product[] {
  const siblings = sameCategory
    .filter(({ id }) => id !== product.id)
    .toSorted((a, b) => Number(b.stock > 0) - Number(a.stock > 0))
  const elsewhere = firstOfEachCategory(
    others.filter((other) => other.categoryId !== product.categoryId && !isSoldOut(other)),
  ).slice(0, Math.max(FROM_ELSEWHERE, RELATED_LIMIT - siblings.length))
  const chosen = siblings.slice(0, RELATED_LIMIT - elsewhere.length)
  const candidates = new Map(
    [...chosen, ...elsewhere, ...siblings, ...others].map((other) => [other.id, other]),
  )
  candidates.delete(product.id)
  return [...candidates.values()].slice(0, RELATED_LIMIT)
}
