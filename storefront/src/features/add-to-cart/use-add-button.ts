import { useEffect, useState } from "react"
import { useAddToCart } from "../../api/cart"
import type { SellableVariant } from "../../lib/sizes"
import { CART_TOAST_MS, showToast } from "../../ui/toast-store"

const ADDED_MS = 2000

/** The add-to-cart button's states: idle, pending, added for two seconds, idle. */
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
      showToast({
        tone: "destructive",
        title: "Error",
        description: `Failed to add ${product.name} to cart.`,
        duration: CART_TOAST_MS,
      })
      return false
    }
    setIsAdded(true)
    showToast({
      title: "Added to cart",
      description: `${product.name} has been added to your cart.`,
      duration: CART_TOAST_MS,
      action: "view-cart",
    })
    return true
  }

  return { add, state: isPending ? "pending" : isAdded ? "added" : "idle" } as const
}
