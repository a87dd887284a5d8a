import type { CartItem } from "@shop/contracts"
import { problemOf } from "../../api/api-error"
import { useChangeQuantity, useRemoveLine } from "../../api/line-changes"
import { isPendingLine } from "../../lib/cart-lines"
import { formatPounds } from "../../lib/money"
import { IconButton } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"
import { Stepper } from "../../ui/stepper"
import { showToast } from "../../ui/toast-store"

/** Reports a failed change, with the shop's reason if there is one. */
const showCartError = (error: unknown) => {
  const reason = problemOf(error)?.code === "out_of_stock" ? ` ${problemOf(error)?.detail ?? ""}` : ""
  showToast({ tone: "destructive", title: "Error", description: `Failed to update your cart.${reason}` })
}

interface CartLineProps {
  line: CartItem
  onLeave: () => void
  /** Called when the line is about to disappear with the pressed button. */
  onRemove: (button: HTMLElement) => void
}

/** One line of the cart with its quantity. The unit price is the shop's. */
export function CartLine({ line, onLeave, onRemove }: CartLineProps) {
  const { change, isPending } = useChangeQuantity(showCartError)
  const remove = useRemoveLine()
  const { product, quantity } = line
  const isWaiting = isPendingLine(line)

  return (
    <li className="cart-line">
      <Picture src={product.image} alt="" use="cart-line" className="cart-line__image" />
      <div className="cart-line__text">
        <PrefetchLink to={`/product/${product.slug}`} className="cart-line__name" onClick={onLeave}>
          {product.name}
        </PrefetchLink>
        <p className="cart-line__detail">
          {product.weight} <span>{formatPounds(product.price)}</span>
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
              remove.mutateAsync({ lineId: line.id }).catch(showCartError)
            }}
          >
            <Icon name="trash" />
          </IconButton>
        </div>
      </div>
    </li>
  )
}
