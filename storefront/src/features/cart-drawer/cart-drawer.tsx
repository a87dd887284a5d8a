import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { formatPence } from "@shop/contracts"
import { type CartView, useCart } from "../../api/cart"
import { useDiscountCode } from "../../api/discount-code"
import { shippingOptionsQuery } from "../../api/shipping"
import { penceOf } from "../../lib/money"
import { countItems, deliveryPence, itemCountLabel, subtotalPence } from "../../lib/cart-lines"
import { Button, ButtonLink } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { DiscountCode } from "../../ui/discount-code"
import { EmptyState, LoadFailed, SkeletonText, Spinner } from "../../ui/load-states"
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
  const cart = useCart()
  const { data: options } = useQuery(shippingOptionsQuery())
  const subtotal = subtotalPence(cart.lines)
  const standard = options?.find((option) => option.id === "standard")
  const delivery = standard && deliveryPence(standard, subtotal, cart.discount)
  const total =
    delivery === undefined ? undefined : subtotal - penceOf(cart.discount?.goods ?? "0.00") + delivery
  return (
    <>
      <CartAnnouncer cart={cart} total={total} />
      <CartState cart={cart} subtotal={subtotal} delivery={delivery} total={total} onClose={onClose} />
    </>
  )
}

/** Announces the total each time the shop has answered a change. */
function CartAnnouncer({ cart, total }: { cart: CartView; total: number | undefined }) {
  const count = countItems(cart.lines)
  const isSettled = cart.status === "ready" && !cart.isChanging && total !== undefined
  return (
    <p className="visually-hidden" role="status">
      {isSettled &&
        (count === 0 ? "Your cart is empty." : `${itemCountLabel(count)}, ${formatPence(total)} in total.`)}
    </p>
  )
}

interface CartStateProps {
  cart: CartView
  /** In pence. The delivery price is undefined until it is known. */
  subtotal: number
  delivery: number | undefined
  total: number | undefined
  onClose: () => void
}

function CartState({ cart, subtotal, delivery, total, onClose }: CartStateProps) {
  const { lines, status, retry } = cart
  const keepFocus = useFocusAfterRemoval(lines.length)

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
          <CartLine key={line.product.id} line={line} onLeave={onClose} onRemove={keepFocus} />
        ))}
      </ul>
      <CartTotals cart={cart} subtotal={subtotal} delivery={delivery} total={total} onClose={onClose} />
    </>
  )
}

function CartTotals({ cart, subtotal, delivery, total, onClose }: CartStateProps) {
  const { discount, isChanging } = cart
  const { change, isPending } = useDiscountCode()
  const off = penceOf(discount?.goods ?? "0.00")
  const money = (pence: number | undefined) =>
    isChanging || pence === undefined ? <SkeletonText /> : formatPence(pence)

  return (
    <footer className="cart-drawer__foot" aria-busy={isChanging}>
      <DiscountCode discount={discount} onChange={change} isPending={isPending} />
      <dl className="totals">
        <div>
          <dt>Subtotal</dt>
          <dd>{money(subtotal)}</dd>
        </div>
        {off > 0 && (
          <div className="totals__discount">
            <dt>Discount</dt>
            <dd>{isChanging ? <SkeletonText /> : `−${formatPence(off)}`}</dd>
          </div>
        )}
        <div>
          <dt>UK Delivery</dt>
          <dd>{delivery === 0 && !isChanging ? "Free" : money(delivery)}</dd>
        </div>
        <div className="totals__total">
          <dt>Total</dt>
          <dd>{money(total)}</dd>
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

/**
 * Keeps the focus in the drawer when the focused line is removed: it moves to the next line's name, or to the empty
 * cart's link.
 * @returns a function to call with the button that is about to disappear
 */
export function useFocusAfterRemoval(count: number): (button: HTMLElement) => void {
  const removed = useRef<{ drawer: Element; index: number } | null>(null)

  useEffect(() => {
    const was = removed.current
    removed.current = null
    if (!was) return
    const lines = was.drawer.querySelectorAll("li")
    const next = lines[Math.min(was.index, lines.length - 1)] ?? was.drawer
    next.querySelector("a")?.focus()
  }, [count])

  return (button) => {
    const line = button.closest("li")
    const drawer = button.closest("dialog")
    if (line && drawer) removed.current = { drawer, index: [...drawer.querySelectorAll("li")].indexOf(line) }
  }
}
