import { type Category, formatBitcoin, type ProductVariant, type ShippingOption } from "@shop/contracts"
import { useQuery } from "@tanstack/react-query"
import type { ComponentProps, ReactNode } from "react"
import { shippingOptionsQuery } from "../../api/catalogue"
import { satoshisOf } from "../../lib/bitcoin-format"
import { useBusinessDetails } from "../../lib/business-details"
import { DELIVERY_TIMES } from "../../lib/delivery-time"
import { deliveryPrices, formatPounds, isFree, penceOf, unitPriceLabel } from "../../lib/money"
import { type SellableVariant, sizesOf } from "../../lib/sizes"
import { Breadcrumb } from "../../ui/breadcrumb"
import { Icon } from "../../ui/icon"
import { ProductPictures } from "./product-pictures"
import { PurchasePanel } from "./purchase-panel"
import { SizePicker } from "./size-picker"
import { AllergenLine, DietLine, FoodWarnings } from "./food-summary"

interface ProductViewProps {
  /** As if the chosen size were the only one. */
  product: SellableVariant
  trail: ComponentProps<typeof Breadcrumb>["steps"]
  /** Pounds for one bitcoin, or null if there is none: then no Bitcoin price is shown. Undefined while it is not known. */
  rate: string | null | undefined
  category: Category | null
  /** The chosen size; undefined without sizes. */
  size: ProductVariant | undefined
  onSize: (size: ProductVariant) => void
  assurances: ReactNode
  foodInformation: ReactNode
}

export function ProductView({
  product,
  trail,
  rate,
  category,
  size,
  onSize,
  assurances,
  foodInformation,
}: ProductViewProps) {
  const isVatRegistered = useBusinessDetails().vatNumber !== null
  const perUnit = unitPriceLabel(product.unitPrice)
  return (
    <>
      <Breadcrumb steps={trail} current={product.name} />
      <article className="product-view">
        <ProductPictures product={product} />
        <div className="product-view__text">
          <h1>{product.name}</h1>
          <p className="product-view__price">
            <strong>{formatPounds(product.price)}</strong> {product.weight && <span>({product.weight})</span>}
          </p>
          <p className="product-view__notes">
            {product.originalPrice && <strong>was {formatPounds(product.originalPrice)}</strong>}
            {perUnit && <span>{perUnit}</span>}
            {isVatRegistered && <span>Includes any VAT</span>}
          </p>
          {rate !== null && (
            // Without an answer an empty line: the buttons must not move under a finger when it comes.
            <p className="product-view__bitcoin">
              {rate && (
                <>
                  <Icon name="bitcoin" />
                  <span>
                    or ≈{" "}
                    <span translate="no">{formatBitcoin(satoshisOf(penceOf(product.price), rate))} BTC</span>
                  </span>
                </>
              )}
            </p>
          )}
          {product.foodSummary && <AllergenLine food={product.foodSummary} />}
          <DietLine diets={product.foodSummary?.diets} />
          {product.foodSummary && <FoodWarnings warnings={product.foodSummary.warnings} />}
          {size && <SizePicker sizes={sizesOf(product)} chosen={size} onChoose={onSize} />}
          <PurchasePanel product={product} category={category} />
          <DeliveryNote isSoldOut={product.stock === 0} />
          {assurances}
          <p className="product-view__description">{product.description}</p>
        </div>
      </article>
      {foodInformation}
    </>
  )
}

export function ProductViewSkeleton() {
  return (
    <div className="product-view" role="status" aria-label="Loading">
      <div className="product-view__frame skeleton" aria-hidden="true" />
      <div className="product-view__text" aria-hidden="true">
        <div className="skeleton skeleton-card__line" />
        <div className="skeleton skeleton-card__line skeleton-card__line--short" />
        <div className="skeleton product-view__skeleton-text" />
      </div>
    </div>
  )
}

/** Nothing arrives that cannot be ordered. */
function DeliveryNote({ isSoldOut }: { isSoldOut: boolean }) {
  const { data: options = [] } = useQuery(shippingOptionsQuery())
  const standard = options.find(({ id }) => id === "standard")
  const special = options.find(({ id }) => id === "special")
  return (
    <div className="delivery-note">
      <Icon name="truck" />
      <p>
        <strong>{standard ? priced(standard) : "UK delivery only"}</strong>, {DELIVERY_TIMES.standard}.
        {standard?.estimate && !isSoldOut && (
          <>
            {" "}
            Order and pay now: estimated arrival <strong>{standard.estimate.label}</strong>.
          </>
        )}
      </p>
      {special?.estimate && !isSoldOut && (
        <p>
          Faster: tracked, <strong>{special.estimate.label}</strong>, {deliveryPrices(special)}.
        </p>
      )}
    </div>
  )
}

const priced = (delivery: ShippingOption) =>
  isFree(delivery) ? "Free UK delivery" : `UK delivery ${deliveryPrices(delivery)}`
