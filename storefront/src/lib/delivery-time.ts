import { postedBefore } from "@brand/brand.json"
import { DELIVERY_DAYS, type ShippingOption } from "@shop/contracts"

const { min, max } = DELIVERY_DAYS.standard

export const DELIVERY_TIMES: Record<ShippingOption["id"], string> = {
  standard: `${min}-${max} business days`,
  special: `next business day if you order and pay before ${postedBefore}`,
}
