import { type CartItem, formatPence } from "@shop/contracts"
import { memo } from "react"
import { productPath } from "../../lib/links"
import { problemOf } from "../../lib/api-error"
import { useAddToCart } from "../../api/cart"
import { useChangeQuantity, useRemoveLine } from "../../api/cart-actions"
import { isPendingLine, linePence } from "../../lib/cart-lines"
import { formatPounds } from "../../lib/money"
import { IconButton } from "../../ui/button"
import { LineDrawing } from "../../ui/icon"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { Stepper } from "../../ui/stepper"
import { showError, showToast } from "../../ui/toast-store"

const BIN =
  "M4 6.5h16M9.5 6.5v-2a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6 6.5l1 13a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1l1-13M10 10.5v6m4-6v6"

const showCartError = (error: unknown) => {
  const reason = problemOf(error)?.code === "out_of_stock" ? ` ${problemOf(error)?.detail ?? ""}` : ""
  showError("Error", `Failed to update your cart.${reason}`)
}

interface CartLineProps {
  line: CartItem
  onLeave: () => void
  /** Called when the line is about to disappear with the pressed button. */
  onRemove: (button: HTMLElement) => void
}

/** One line of the cart with its quantity. The unit price is the shop's. A change of another line does not draw it again. */
export const CartLine = memo(function CartLine({ line, onLeave, onRemove }: CartLineProps) {
  const { change, isPending } = useChangeQuantity(showCartError)
  const remove = useRemoveLine()
  const { add } = useAddToCart()
  const { product, quantity } = line
  const isWaiting = isPendingLine(line)

  const removeLine = () => {
    remove(line.id).catch(showCartError)
    showToast({
      title: "Removed",
      description: `${product.name} is no longer in your cart.`,
      actions: [{ label: "Undo", run: () => void add(product, quantity).catch(showCartError) }],
    })
  }

  return (
    <li className="cart-line">
      <Picture src={product.image} alt="" use="cart-line" className="cart-line__image" />
      <div className="cart-line__text">
        <PrefetchLink to={productPath(product.slug)} className="cart-line__name" onClick={onLeave}>
          {product.name}
        </PrefetchLink>
        <p className="cart-line__detail">
          {product.weight}
          {quantity > 1 && ` × ${quantity} at ${formatPounds(product.price)}`}{" "}
          <span>
            {product.originalPrice && quantity === 1 && (
              <small>was {formatPounds(product.originalPrice)}</small>
            )}{" "}
            {formatPence(linePence(line))}
          </span>
        </p>
        <div className="cart-line__controls">
          <Stepper
            of={product.name}
            value={quantity}
            max={product.stock}
            busy={isPending}
            disabled={isWaiting}
            onChange={(next) => change(line.id, next)}
          />
          <IconButton
            label={`Remove ${product.name}`}
            disabled={isWaiting}
            onClick={({ currentTarget }) => {
              onRemove(currentTarget)
              removeLine()
            }}
          >
            <LineDrawing path={BIN} />
          </IconButton>
        </div>
      </div>
    </li>
  )
})
