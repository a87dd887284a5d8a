import type { Product } from "@shop/contracts"
import type { ReactNode } from "react"
import { formatPounds } from "../../lib/money"
import { cheapestSize } from "../../lib/sizes"
import { unitPriceLabel } from "../../lib/unit-price"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { Badge } from "./badge"

interface ProductCardProps {
  product: Product
  /** The button on the card; it lies above the link and does not follow it. */
  action: ReactNode
  /** How soon its picture is wanted. */
  when?: "first" | "soon" | "later"
}

/** A product in a grid: the whole card is its link. */
export function ProductCard({ product, action, when = "later" }: ProductCardProps) {
  const cheapest = cheapestSize(product)
  const { price, weight, unitPrice } = cheapest ?? product
  const perUnit = unitPriceLabel(unitPrice)
  return (
    <article className="product-card">
      <div className="product-card__frame">
        <Picture src={product.image} alt="" use="card" when={when} className="product-card__image" />
        {product.badge && <Badge text={product.badge} />}
      </div>
      <h3 className="product-card__name">
        <PrefetchLink to={`/product/${product.slug}`} instant>
          {product.name}
        </PrefetchLink>
      </h3>
      <p className="product-card__description">{product.description}</p>
      <div className="product-card__foot">
        <p className="product-card__price">
          {cheapest && <span>from </span>}
          <strong>{formatPounds(price)}</strong> {weight && <span>({weight})</span>}
          {perUnit && <small>{perUnit}</small>}
        </p>
        {action}
      </div>
    </article>
  )
}
