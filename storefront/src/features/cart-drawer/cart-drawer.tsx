import { useQuery } from "@tanstack/react-query"
import { useCart } from "../../api/cart"
import { shippingOptionsQuery } from "../../api/shipping"
import { subtotalPence } from "../../lib/cart-lines"
import { deliveryPence } from "../../lib/delivery"
import { formatPence } from "../../lib/money"
import { Button, ButtonLink } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { EmptyState } from "../../ui/empty-state"
import { LoadFailed } from "../../ui/load-failed"
import { SkeletonText } from "../../ui/skeleton"
import { Spinner } from "../../ui/spinner"
import { CartLine } from "./cart-line"

/** The side panel 'Your Cart'. */
export function CartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Your Cart" side className="cart-drawer">
      <CartContent onClose={onClose} />
    </Dialog>
  )
}

function CartContent({ onClose }: { onClose: () => void }) {
  const { lines, status, isChanging, retry } = useCart()

  if (status === "loading") {
    return (
      <p className="cart-drawer__loading" role="status">
        <Spinner /> Loading your cart...
      </p>
    )
  }
  if (status === "failed") return <LoadFailed what="your cart" onRetry={retry} />
  if (lines.length === 0) {
    return (
      <EmptyState
        title="Your cart is empty"
        text="Add some delicious treats to get started"
        art="/art/empty-cart.svg"
      >
        <ButtonLink to="/products" onClick={onClose}>
          Browse Products
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="cart-drawer__lines">
        {lines.map((line) => (
          <CartLine key={line.product.id} line={line} onLeave={onClose} />
        ))}
      </ul>
      <CartTotals subtotal={subtotalPence(lines)} isChanging={isChanging} onClose={onClose} />
    </>
  )
}

function CartTotals({
  subtotal,
  isChanging,
  onClose,
}: {
  subtotal: number
  isChanging: boolean
  onClose: () => void
}) {
  const { data: options } = useQuery(shippingOptionsQuery())
  const standard = options?.find((option) => option.id === "standard")
  const delivery = standard && deliveryPence(standard, subtotal)
  const money = (pence: number | undefined) =>
    isChanging || pence === undefined ? <SkeletonText /> : formatPence(pence)

  return (
    <footer className="cart-drawer__foot" aria-busy={isChanging}>
      <dl className="totals">
        <div>
          <dt>Subtotal</dt>
          <dd>{money(subtotal)}</dd>
        </div>
        <div>
          <dt>UK Delivery</dt>
          <dd>{delivery === 0 && !isChanging ? "Free" : money(delivery)}</dd>
        </div>
        <div className="totals__total">
          <dt>Total</dt>
          <dd>{money(delivery === undefined ? undefined : subtotal + delivery)}</dd>
        </div>
      </dl>
      <p className="cart-drawer__note">Secure checkout with Bitcoin or other payment options</p>
      <ButtonLink to="/checkout" size="large" wide onClick={onClose}>
        Proceed to Checkout
      </ButtonLink>
      <Button look="quiet" wide onClick={onClose}>
        Continue Shopping
      </Button>
    </footer>
  )
}
