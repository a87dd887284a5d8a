import { postedOn, reportWithin } from "@brand/brand.json"
import { damageTerms, type ShippingOption } from "@shop/contracts"
import { DELIVERY_TIMES, trackingText } from "../../lib/delivery-time"
import { useBusinessDetails } from "../../lib/business-details"
import { deliveryPrices } from "../../lib/money"
import { Part } from "./part"

export function ShippingPolicy({ options }: { options: readonly ShippingOption[] }) {
  const { cards, vatNumber } = useBusinessDetails()
  const isVatRegistered = vatNumber !== null
  return (
    <>
      <Part title="Where we deliver">
        <p>
          To addresses in the United Kingdom only, with a verified postcode: England, Scotland, Wales and
          Northern Ireland, and BFPO addresses. We cannot send parcels abroad, nor to the Channel Islands, the
          Isle of Man or Gibraltar.
        </p>
      </Part>
      <Part title="What it costs">
        <ul>
          {options.map((option) => (
            <li key={option.id}>
              {option.label}: <strong>{deliveryPrices(option)}</strong>
            </li>
          ))}
        </ul>
        <p>
          {isVatRegistered && "The prices include VAT. "}You see the cost of delivery in your cart and at the
          checkout before you order; nothing is added afterwards.
        </p>
      </Part>
      <Part title="When it arrives">
        <p>
          We pack your order once it is paid: a Bitcoin payment counts when the network has confirmed it
          {cards && ", a card payment when it is taken"}. After that it usually takes:
        </p>
        <ul>
          {options.map(({ id, label }) => (
            <li key={id}>
              {label}: <strong>{DELIVERY_TIMES[id]}</strong>
            </li>
          ))}
        </ul>
        <p>
          Remote areas can take 1-2 days longer. Business days are Monday to Friday, excluding bank holidays.
          {postedOn.length < 5 && ` We post on these: ${postedOn.join(", ")}.`}
        </p>
        <p>
          You will receive your parcel within 30 days unless we agree otherwise. If you told us before
          ordering that a date was essential and we cannot meet it, you may cancel and get all your money
          back.
        </p>
      </Part>
      <Part title="Tracking your parcel">
        <p>{trackingText(options)} Either way the link in your order email shows where your order stands.</p>
      </Part>
      <Part title="Late, lost or damaged">
        <p>
          We are responsible for the parcel until you have it. If it is late, write to us and we will find it,
          replace it or refund you. {damageTerms(reportWithin)}
        </p>
      </Part>
    </>
  )
}
