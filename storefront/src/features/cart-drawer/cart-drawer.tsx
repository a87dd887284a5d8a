import { EMPTY_CART } from "@brand/copy/every-page"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useCallback, useEffect, useRef } from "react"
import { counted, formatPence, type Product } from "@shop/contracts"
import { type CartView, useCart } from "../../api/cart"
import { useDiscountCode } from "../../api/discount-code"
import { shippingOptionsQuery } from "../../api/catalogue"
import { calculateTotals, countItems, subtotalPence, type Totals } from "../../lib/cart-lines"
import { Button, ButtonLink } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { DiscountCode } from "../../ui/discount-code"
import { EmptyState, LoadFailed, Spinner } from "../../ui/load-states"
import { cartRows, TotalsList } from "../../ui/totals"
import { CartLine } from "./cart-line"
import { GoesWellWith, MOST_LINES_WITH_PAIRINGS } from "./goes-well-with"

interface CartContentProps {
  onClose: () => void
  addButton: (product: Product) => ReactNode
}

export function CartDrawer({ open, ...content }: CartContentProps & { open: boolean }) {
  return (
    <Dialog open={open} onClose={content.onClose} title="Your Cart" side className="cart-drawer">
      <CartContent {...content} />
    </Dialog>
  )
}

function CartContent(content: CartContentProps) {
  const cart = useCart()
  const { data: options } = useQuery(shippingOptionsQuery())
  const standard = options?.find((option) => option.id === "standard")
  const totals = calculateTotals(cart.lines, standard, cart.discount)
  return (
    <>
      <CartAnnouncer cart={cart} total={totals?.total} />
      <CartState {...content} cart={cart} totals={totals ?? { subtotal: subtotalPence(cart.lines) }} />
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
        (count === 0 ? "Your cart is empty." : `${counted(count, "item")}, ${formatPence(total)} in total.`)}
    </p>
  )
}

interface CartTotalsProps {
  cart: CartView
  /** Until the delivery price is known, only the subtotal is. */
  totals: Partial<Totals>
  onClose: () => void
}

function CartState({ addButton, ...shown }: CartTotalsProps & CartContentProps) {
  const { cart, onClose } = shown
  const { lines, status, retry } = cart
  const keepFocus = useFocusAfterRemoval(lines.length)
  const inCart = lines.map(({ product }) => product.id).join(" ")

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
      <EmptyState title="Your cart is empty" text={EMPTY_CART} art="/art/empty-cart.svg">
        <ButtonLink to="/products" onClick={onClose}>
          Browse Products
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <div className="cart-drawer__lines">
        <ul>
          {lines.map((line) => (
            <CartLine key={line.product.id} line={line} onLeave={onClose} onRemove={keepFocus} />
          ))}
        </ul>
        {lines.length <= MOST_LINES_WITH_PAIRINGS && (
          <GoesWellWith inCart={inCart} addButton={addButton} onLeave={onClose} onAdd={keepFocus} />
        )}
      </div>
      <CartTotals {...shown} />
    </>
  )
}

function CartTotals({ cart: { discount, isChanging }, totals, onClose }: CartTotalsProps) {
  const { change, isPending } = useDiscountCode()
  return (
    <footer className="cart-drawer__foot amounts" aria-busy={isChanging}>
      <DiscountCode discount={discount} onChange={change} isPending={isPending} />
      <TotalsList rows={cartRows(totals, "UK Delivery")} />
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
 * After a removal the focus moves to the next line's name or the empty cart's link, and after an addition to the new, last line.
 * @returns a function to call with an element of the row that is about to disappear
 */
function useFocusAfterRemoval(count: number): (within: HTMLElement) => void {
  const removed = useRef<{ drawer: Element; index: number } | null>(null)

  useEffect(() => {
    const was = removed.current
    removed.current = null
    if (!was) return
    const lines = was.drawer.querySelectorAll("li")
    const next = lines[Math.min(was.index, lines.length - 1)] ?? was.drawer
    next.querySelector("a")?.focus()
  }, [count])

  return useCallback((within) => {
    const line = within.closest("li")
    const drawer = within.closest("dialog")
    if (!drawer) return
    removed.current = { drawer, index: line ? [...drawer.querySelectorAll("li")].indexOf(line) : Infinity }
  }, [])
}
