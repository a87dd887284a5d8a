import type { Product } from "@shop/contracts"
import { RoundAddButton } from "../features/products/add-button"
import { CartDrawer } from "../features/cart-drawer/cart-drawer"

const addButton = (product: Product) => <RoundAddButton product={product} />

export const CartPanel = (props: { open: boolean; onClose: () => void }) => (
  <CartDrawer {...props} addButton={addButton} />
)
