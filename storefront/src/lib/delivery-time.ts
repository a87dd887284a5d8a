import { postedBefore } from "@brand/brand.json"
import { DELIVERY_DAYS, isTracked, type ShippingOption } from "@shop/contracts"

const { min, max } = DELIVERY_DAYS.standard

export const DELIVERY_TIMES: Record<ShippingOption["id"], string> = {
  standard: `${min}-${max} business days`,
  special: `next business day if you order and pay before ${postedBefore}`,
}

/** A sentence for each delivery, by the name that the shop gave it. */
export const trackingText = (options: readonly ShippingOption[]): string =>
  options
    .map(({ id, label }) =>
      isTracked(id)
        ? `With ${label} we email you a tracking number when your parcel leaves.`
        : `${label} has no tracking number.`,
    )
    .join(" ")
