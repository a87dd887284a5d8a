import type { Product } from "@shop/contracts"
import { useEffect, useState } from "react"
import { useAddToCart } from "../../api/cart"
import { productPath } from "../../lib/links"
import { type SellableVariant, isSoldOut, sizesOf } from "../../lib/sizes"
import { IconButton } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Spinner } from "../../ui/load-states"
import { PrefetchLink } from "../../ui/prefetch-link"
import { CART_TOAST_MS, showError, showToast } from "../../ui/toast-store"

const ADDED_MS = 2000

export function useAddButton(product: SellableVariant) {
  const [isAdded, setIsAdded] = useState(false)
  const { add: addToCart, isPending } = useAddToCart()

  useEffect(() => {
    if (!isAdded) return
    const timer = setTimeout(() => setIsAdded(false), ADDED_MS)
    return () => clearTimeout(timer)
  }, [isAdded])

  /** Answers whether it worked; the shopper has been told either way. */
  const add = async (quantity: number): Promise<boolean> => {
    try {
      await addToCart(product, quantity)
    } catch {
      showError("Error", `Failed to add ${product.name} to cart.`, CART_TOAST_MS)
      return false
    }
    setIsAdded(true)
    showToast({
      title: "Added to cart",
      description: `${product.name} has been added to your cart.`,
      duration: CART_TOAST_MS,
      actions: ["view-cart"],
    })
    return true
  }

  return { add, state: isPending ? "pending" : isAdded ? "added" : "idle" } as const
}

/** The round button on a product card. It adds one item. A product with several sizes opens its page instead. */
export function RoundAddButton({ product }: { product: Product }) {
  const { add, state } = useAddButton(product)
  if (isSoldOut(product)) return <span className="sold-out">Sold out</span>
  if (sizesOf(product).length > 0)
    return (
      <PrefetchLink
        to={productPath(product.slug)}
        className="choose-size"
        aria-label={`Choose a size of ${product.name}`}
      >
        Sizes
      </PrefetchLink>
    )
  return (
    <IconButton
      className="round-add"
      data-state={state}
      label={state === "added" ? `${product.name} added to cart` : `Add ${product.name} to cart`}
      ariaDisabled={state !== "idle"}
      onClick={() => void add(1)}
    >
      {state === "pending" ? <Spinner /> : <Icon name={state === "added" ? "check" : "plus"} />}
    </IconButton>
  )
}
