import type { Product } from "@shop/contracts"
import { useEffect } from "react"
import { RoundAddButton } from "../features/products/add-button"
import { CartDrawer } from "../features/cart-drawer/cart-drawer"
import { clearToast, readToast } from "../ui/toast-store"

const addButton = (product: Product) => <RoundAddButton product={product} />

export function CartPanel(props: { open: boolean; onClose: () => void }) {
  const { open } = props
  useEffect(() => {
    // On a phone it would cover the product that it speaks of.
    if (open && readToast()?.actions?.includes("view-cart")) clearToast()
  }, [open])
  return <CartDrawer {...props} addButton={addButton} />
}
