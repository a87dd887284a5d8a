import type { CartItem, Product } from "@shop/contracts"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useId } from "react"
import { featuredProductsQuery, listedProducts } from "../../api/products"
import { formatPounds } from "../../lib/money"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { pairingsFor } from "./pairings"

/** With more lines the drawer has no room for it. */
export const MOST_LINES_WITH_PAIRINGS = 3

interface GoesWellWithProps {
  lines: readonly CartItem[]
  addButton: (product: Product) => ReactNode
  onLeave: () => void
  /** Called before a press on an add button: its product moves to the cart. */
  onAdd: (row: HTMLElement) => void
}

/** Two more products below the lines: featured ones, or what this browser has seen. */
export function GoesWellWith({ lines, addButton, onLeave, onAdd }: GoesWellWithProps) {
  const headingId = useId()
  const client = useQueryClient()
  const { data: featured = [] } = useQuery(featuredProductsQuery())
  const pairings = pairingsFor(lines, [...featured, ...listedProducts(client)])
  if (pairings.length === 0) return null
  return (
    <section className="goes-well" aria-labelledby={headingId}>
      <h3 id={headingId}>Goes well with</h3>
      {pairings.map((product) => (
        <article key={product.id} className="goes-well__row">
          <Picture src={product.image} alt="" use="order-line" className="goes-well__image" />
          <p className="goes-well__text">
            <PrefetchLink to={`/product/${product.slug}`} className="goes-well__name" onClick={onLeave}>
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
}
