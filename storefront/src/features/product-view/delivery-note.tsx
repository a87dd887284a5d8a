import { useQuery } from "@tanstack/react-query"
import { shippingOptionsQuery } from "../../api/catalogue"
import { DELIVERY_TIMES } from "../../lib/delivery-time"
import { formatPounds, penceOf } from "../../lib/money"
import { Icon } from "../../ui/icon"

/** What delivery costs, and when the parcel is here. */
export function DeliveryNote() {
  const { data: options = [] } = useQuery(shippingOptionsQuery())
  const [standard, special] = (["standard", "special"] as const).map((method) =>
    options.find(({ id }) => id === method),
  )
  return (
    <div className="delivery-note">
      <Icon name="truck" />
      <p>
        <strong>{standard ? priced(standard.price) : "UK delivery only"}</strong>, {DELIVERY_TIMES.standard}.
        {standard?.estimate && (
          <>
            {" "}
            Order and pay now: estimated arrival <strong>{standard.estimate.label}</strong>.
          </>
        )}
      </p>
      {special?.estimate && (
        <p>
          Faster: tracked, <strong>{special.estimate.label}</strong>, {formatPounds(special.price)}.
        </p>
      )}
    </div>
  )
}

const priced = (price: string) =>
  penceOf(price) === 0 ? "Free UK delivery" : `UK delivery ${formatPounds(price)}`
