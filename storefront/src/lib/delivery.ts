import type { ShippingOption } from "@shop/contracts"
import { penceOf } from "./money"

/** From this subtotal on, standard delivery is free whatever staff charge for it (specification, section 9). */
const FREE_STANDARD_FROM_PENCE = 5000

/** What a way of delivery costs for a subtotal; both in pence. */
export function deliveryPence(option: ShippingOption, subtotal: number): number {
  if (option.id === "standard" && subtotal >= FREE_STANDARD_FROM_PENCE) return 0
  return penceOf(option.price)
}
