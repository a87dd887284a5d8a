import type { Product } from "@shop/contracts"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { memo, type ReactNode, useId } from "react"
import { featuredProductsQuery, listedProducts, firstOfEachCategory } from "../../api/products"
import { suits, useRememberedDiets } from "../../lib/diets"
import { productPath } from "../../lib/links"
import { formatPounds } from "../../lib/money"
import { isSoldOut, sizesOf } from "../../lib/sizes"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"

/** With more lines the drawer has no room for it. */
export const MOST_LINES_WITH_PAIRINGS = 3

interface GoesWellWithProps {
  /** The ids of the cart's products with a space between. A text, so that another quantity does not draw these again. */
  inCart: string
  addButton: (product: Product) => ReactNode
  onLeave: () => void
  /** Called before a press on an add button: its product moves to the cart. */
  onAdd: (row: HTMLElement) => void
}

/** Two more products below the lines: featured ones, or what this browser has seen. */
export const GoesWellWith = memo(function GoesWellWith({
  inCart,
  addButton,
  onLeave,
  onAdd,
}: GoesWellWithProps) {
  const headingId = useId()
  const client = useQueryClient()
  const { data: featured = [] } = useQuery(featuredProductsQuery())
  const diets = useRememberedDiets()
  const candidates = [...featured, ...listedProducts(client)].filter((product) => suits(product, diets))
  const pairings = pairingsFor(new Set(inCart.split(" ")), candidates)
  if (pairings.length === 0) return null
  return (
    <section className="goes-well" aria-labelledby={headingId}>
      <h3 id={headingId}>Goes well with</h3>
      {pairings.map((product) => (
        <article key={product.id} className="goes-well__row">
          <Picture src={product.image} alt="" use="order-line" className="goes-well__image" />
          <p className="goes-well__text">
            <PrefetchLink to={productPath(product.slug)} className="goes-well__name" onClick={onLeave}>
              {product.name}
            </PrefetchLink>
            <span>
              {formatPounds(product.price)} {product.weight && <small>({product.weight})</small>}
            </span>
          </p>
          <div onClickCapture={({ currentTarget }) => onAdd(currentTarget)}>{addButton(product)}</div>
        </article>
      ))}
    </section>
  )
})

const PAIRINGS = 2

/**
 * In stock and in one size, so that one press adds them. Categories that the cart lacks come first, one product of each.
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
