import type { ShippingOption } from "@shop/contracts"

export const DELIVERY_TIMES: Record<ShippingOption["id"], string> = {
  standard: "2-3 business days",
  special: "next business day if you order and pay before 2pm",
}
