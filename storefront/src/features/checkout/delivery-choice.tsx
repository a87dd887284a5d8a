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
  /** A Bitcoin payment has to be confirmed first. */
  inBitcoin: boolean
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
  inBitcoin,
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
              detail={<Detail option={option} inBitcoin={inBitcoin} />}
              aside={pence === 0 ? "Free" : formatPence(pence)}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

/** The estimated days, and on what they depend. */
function Detail({ option: { id, estimate }, inBitcoin }: { option: ShippingOption; inBitcoin: boolean }) {
  return (
    <>
      {estimate && (
        <>
          Estimated <strong>{estimate.label}</strong>
          {inBitcoin ? ", once your payment is confirmed. " : ". "}
        </>
      )}
      {id === "special" ? `Tracked, ${DELIVERY_TIMES.special}.` : `${DELIVERY_TIMES[id]}.`}
    </>
  )
}
