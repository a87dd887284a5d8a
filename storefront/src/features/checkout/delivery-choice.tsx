import { type CartDiscount, type ShippingOption, formatPence } from "@shop/contracts"
import { DELIVERY_TIMES } from "../../lib/delivery-time"
import { deliveryPence } from "../../lib/cart-lines"
import { Button } from "../../ui/button"
import { Choice } from "../../ui/choice"
import { Notice } from "../../ui/notice"

interface DeliveryChoiceProps {
  options: readonly ShippingOption[]
  /** In pence. The price of standard delivery can depend on it. */
  subtotal: number
  discount: CartDiscount | null
  value: ShippingOption["id"]
  onChange: (value: ShippingOption["id"]) => void
  failed: boolean
  onRetry: () => void
}

/** The delivery options and their prices. */
export function DeliveryChoice({
  options,
  subtotal,
  discount,
  value,
  onChange,
  failed,
  onRetry,
}: DeliveryChoiceProps) {
  return (
    <fieldset className="form-part">
      <legend>Shipping method</legend>
      {failed && (
        <Notice tone="danger" role="alert" title="We could not load the delivery prices">
          <Button look="secondary" onClick={onRetry}>
            Try again
          </Button>
        </Notice>
      )}
      <div className="choices">
        {options.map((option) => {
          const pence = deliveryPence(option, subtotal, discount)
          return (
            <Choice
              key={option.id}
              name="shippingMethod"
              value={option.id}
              checked={option.id === value}
              onChange={() => onChange(option.id)}
              title={option.label}
              detail={
                option.id === "special" ? `Tracked, ${DELIVERY_TIMES.special}` : DELIVERY_TIMES[option.id]
              }
              aside={pence === 0 ? "Free" : formatPence(pence)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
