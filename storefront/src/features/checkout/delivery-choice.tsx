import { type CartDiscount, type ShippingOption, formatPence, isTracked } from "@shop/contracts"
import type { InputHTMLAttributes, ReactNode } from "react"
import { deliveryPence } from "../../lib/cart-lines"
import { DELIVERY_TIMES } from "../../lib/delivery-time"
import { Button } from "../../ui/button"
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
  inBitcoin: boolean
}

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

function Detail({ option: { id, estimate }, inBitcoin }: { option: ShippingOption; inBitcoin: boolean }) {
  return (
    <>
      {estimate && (
        <>
          Estimated <strong>{estimate.label}</strong>
          {inBitcoin ? ", once your payment is confirmed. " : ". "}
        </>
      )}
      <span className="unbroken">{`${isTracked(id) ? "Tracked, " : ""}${DELIVERY_TIMES[id]}.`}</span>
    </>
  )
}

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "title"> {
  title: ReactNode
  detail?: ReactNode
  aside?: ReactNode
}

function Choice({ title, detail, aside, ...input }: ChoiceProps) {
  return (
    <label className="choice">
      <input type="radio" className="choice__radio" {...input} />
      <span className="choice__text">
        <span className="choice__title">{title}</span>
        {detail && <span className="choice__detail">{detail}</span>}
      </span>
      {aside && <span className="choice__aside">{aside}</span>}
    </label>
  )
}
