import { RoundAddButton } from "../features/add-to-cart/round-add-button"
import { CartDrawer } from "../features/cart-drawer/cart-drawer"

/** The cart drawer with the buttons that add more to it. */
export function CartPanel(props: { open: boolean; onClose: () => void }) {
  return <CartDrawer {...props} addButton={(product) => <RoundAddButton product={product} />} />
}
