import type { Category, Product } from "@shop/contracts"
import type { ReactNode } from "react"
import { formatPounds, penceOf } from "../../lib/money"
import { formatSatoshis, satoshisOf } from "../../lib/satoshis"
import { unitPriceLabel } from "../../lib/unit-price"
import { Breadcrumb } from "../../ui/breadcrumb"
import { Icon } from "../../ui/icon"
import { FoodInformation, FoodWarnings } from "./food-information"
import { Picture } from "../../ui/picture"

interface ProductViewProps {
  product: Product
  category: Category | null
  /** Pounds for one bitcoin; without it no Bitcoin price is shown. */
  rate: string | null
  badge: ReactNode
  /** Which size it is, where there are several. */
  sizes: ReactNode
  purchase: ReactNode
}

/** A product's page above its relatives. */
export function ProductView({ product, category, rate, badge, sizes, purchase }: ProductViewProps) {
  const perUnit = unitPriceLabel(product.unitPrice)
  const steps = [
    { to: "/", label: "Home" },
    { to: "/products", label: "Products" },
    ...(category ? [{ to: `/products/category/${category.slug}`, label: category.name }] : []),
  ]
  return (
    <>
      <Breadcrumb steps={steps} current={product.name} />
      <article className="product-view">
        <div className="product-view__frame">
          <Picture
            src={product.image}
            alt={product.name}
            use="product"
            when="first"
            className="product-view__image"
          />
          {badge}
        </div>
        <div className="product-view__text">
          <h1>{product.name}</h1>
          <p className="product-view__price">
            <strong>{formatPounds(product.price)}</strong> {product.weight && <span>({product.weight})</span>}
          </p>
          <p className="product-view__notes">
            {perUnit && <span>{perUnit}</span>}
            <span>Price includes VAT</span>
            {rate && (
              <span className="product-view__bitcoin">
                ≈ {formatSatoshis(satoshisOf(penceOf(product.price), rate))} BTC
              </span>
            )}
          </p>
          <p className="product-view__description">{product.description}</p>
          {product.food && <FoodWarnings warnings={product.food.warnings} />}
          {sizes}
          {purchase}
          <p className="product-view__delivery">
            <Icon name="truck" />
            UK delivery only, 2-3 business days
          </p>
        </div>
      </article>
      {product.food && <FoodInformation food={product.food} />}
    </>
  )
}
