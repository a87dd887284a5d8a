import type { Category } from "@shop/contracts"
import { useEffect, useRef, useState } from "react"
import { categoryPath } from "../../lib/links"
import { loadLater } from "../../lib/later"
import { useNavigator } from "../../lib/navigator"
import { formatPounds } from "../../lib/money"
import { isSoldOut as isWhollySoldOut, type SellableVariant } from "../../lib/sizes"
import { Button } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { optionalPart } from "../../ui/lazy-part"
import { Spinner } from "../../ui/load-states"
import { PrefetchLink } from "../../ui/prefetch-link"
import { Stepper } from "../../ui/stepper"
import { useAddButton } from "./add-button"

const LABELS = { idle: "Add to Cart", pending: "Adding to Cart...", added: "Added to Cart" } as const
const SCARCE_BELOW = 6

/** Not on the first screen. Without it the page still sells. */
const BuyBar = optionalPart(async () => (await import("./buy-bar")).BuyBar)

interface PurchasePanelProps {
  product: SellableVariant
  category: Category | null
}

export function PurchasePanel({ product, category }: PurchasePanelProps) {
  const [wanted, setQuantity] = useState(1)
  const { add, state } = useAddButton(product)
  const navigator = useNavigator()
  const isSoldOut = product.stock === 0
  // Another size may have less stock.
  const quantity = Math.max(1, Math.min(wanted, product.stock))
  const isResting = state !== "idle"
  const panel = useRef<HTMLDivElement>(null)
  const [hasBar, setHasBar] = useState(false)
  useEffect(() => loadLater(() => setHasBar(true)), [])

  const buyNow = async () => {
    if (await add(quantity)) navigator.push("/checkout")
  }

  const addButton = (
    <Button
      size="large"
      className={state === "added" ? "button--added" : undefined}
      disabled={isSoldOut}
      ariaDisabled={isResting}
      onClick={() => void add(quantity)}
    >
      {state === "pending" ? <Spinner /> : <Icon name={state === "added" ? "check" : "cart"} />}
      {LABELS[state]}
    </Button>
  )

  return (
    <div className="purchase" ref={panel}>
      {isSoldOut ? (
        // The component's chunk has forms too, which this page does not need.
        <div className="notice">
          <Icon name="clock" />
          <div className="notice__text">
            <p className="notice__title">Sold out for now</p>
            {category && isWhollySoldOut(product) && (
              <PrefetchLink to={categoryPath(category.slug)}>
                See our other {plural(category.name)}
              </PrefetchLink>
            )}
          </div>
        </div>
      ) : (
        <div className="purchase__quantity">
          <span className="purchase__label">Quantity</span>
          <Stepper of={product.name} value={quantity} max={product.stock} onChange={setQuantity} />
          <span className="purchase__stock">
            {product.stock < SCARCE_BELOW ? `Only ${product.stock} left` : "In stock"}
          </span>
        </div>
      )}
      <div className="purchase__buttons">
        {addButton}
        <Button
          size="large"
          look="accent"
          disabled={isSoldOut}
          ariaDisabled={isResting}
          onClick={() => void buyNow()}
        >
          Buy Now
        </Button>
      </div>
      {hasBar && !isSoldOut && (
        <BuyBar panel={panel} price={formatPounds(product.price)} weight={product.weight}>
          {addButton}
        </BuyBar>
      )}
      <noscript>
        {/* Not in the scripts: a browser that runs them never shows it. */}
        {import.meta.env.SSR && (
          <p>The cart and the checkout need JavaScript, which this browser does not run.</p>
        )}
      </noscript>
    </div>
  )
}

/** `"Tea"` → `"teas"`, `"Sweets"` → `"sweets"` */
const plural = (name: string) => name.toLowerCase().replace(/[^s]$/, "$&s")
