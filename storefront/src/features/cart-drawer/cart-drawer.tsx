import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useCallback, useEffect, useRef } from "react"
import { formatPence, type Product } from "@shop/contracts"
import { type CartView, useCart } from "../../api/cart"
import { useDiscountCode } from "../../api/discount-code"
import { shippingOptionsQuery } from "../../api/catalogue"
import { penceOf } from "../../lib/money"
import { countItems, deliveryPence, itemCountLabel, subtotalPence } from "../../lib/cart-lines"
import { Button, ButtonLink } from "../../ui/button"
import { Dialog } from "../../ui/dialog"
import { DiscountCode } from "../../ui/discount-code"
import { EmptyState, LoadFailed, SkeletonText, Spinner } from "../../ui/load-states"
import { TotalsList } from "../../ui/totals"
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
  const subtotal = subtotalPence(cart.lines)
  const standard = options?.find((option) => option.id === "standard")
  const delivery = standard && deliveryPence(standard, subtotal, cart.discount)
  const total =
    delivery === undefined ? undefined : subtotal - penceOf(cart.discount?.goods ?? "0.00") + delivery
  return (
    <>
      <CartAnnouncer cart={cart} total={total} />
      <CartState {...content} cart={cart} subtotal={subtotal} delivery={delivery} total={total} />
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

interface CartTotalsProps {
  cart: CartView
  /** In pence. The delivery price is undefined until it is known. */
  subtotal: number
  delivery: number | undefined
  total: number | undefined
  onClose: () => void
}

function CartState({ addButton, ...totals }: CartTotalsProps & CartContentProps) {
  const { cart, onClose } = totals
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
      <CartTotals {...totals} />
    </>
  )
}

function CartTotals({ cart, subtotal, delivery, total, onClose }: CartTotalsProps) {
  const { discount, isChanging } = cart
  const { change, isPending } = useDiscountCode()
  const off = penceOf(discount?.goods ?? "0.00")
  const money = (pence: number | undefined, sign = "") =>
    isChanging || pence === undefined ? <SkeletonText /> : sign + formatPence(pence)

  return (
    <footer className="cart-drawer__foot" aria-busy={isChanging}>
      <DiscountCode discount={discount} onChange={change} isPending={isPending} />
      <TotalsList
        rows={[
          { label: "Subtotal", amount: money(subtotal) },
          ...(off > 0 ? [{ kind: "discount", label: "Discount", amount: money(off, "−") } as const] : []),
          { label: "UK Delivery", amount: delivery === 0 && !isChanging ? "Free" : money(delivery) },
          { kind: "total", label: "Total", amount: money(total) },
        ]}
      />
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
 * Keeps the focus in the drawer when the focused row disappears. After a removal it moves to the next line's name, or to
 * the empty cart's link. After adding what goes well with the cart it moves to the new line, the last one.
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
