import { homeSections } from "@brand/copy/home-sections"
import { useQuery } from "@tanstack/react-query"
import { shippingOptionsQuery } from "../../api/catalogue"
import { formatPounds } from "../../lib/money"
import { Icon } from "../../ui/icon"
import { Section } from "../../ui/section"
import { isFree } from "./standard-delivery"

const FREE_TITLES = { standard: "Free standard delivery", special: "Free special delivery" } as const

/** Where the shop delivers, and the current prices. */
export function DeliveryInfo() {
  const { data: options } = useQuery(shippingOptionsQuery())
  return (
    <Section
      title="UK Delivery Only"
      lead="We deliver throughout England, Scotland, Wales and Northern Ireland: to UK addresses only, with a verified postcode."
      className="delivery-info"
    >
      <img
        src="/art/delivery.svg"
        alt=""
        width={960}
        height={560}
        loading="lazy"
        className="delivery-info__art"
      />
      <ul className="delivery-info__facts">
        <li>
          <Icon name="clock" />
          <div>
            <h3>2-3 business days</h3>
            <p>{homeSections.dispatch}</p>
          </div>
        </li>
        {options?.map((option) => (
          <li key={option.id}>
            <Icon name={option.id === "special" ? "shield" : "truck"} />
            <div>
              <h3>{isFree(option) ? FREE_TITLES[option.id] : formatPounds(option.price)}</h3>
              <p>{option.label}</p>
              {option.estimate && <p>Order and pay now: estimated {option.estimate.label}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
