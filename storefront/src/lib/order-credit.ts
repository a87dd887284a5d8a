import { penceOf } from "./money"

interface Amounts {
  subtotal: string
  discount: { goods: string } | null
  shippingCost: string
  total: string
  /** What of the payment was returned; null: nothing. */
  refunded: string | null
}

/**
 * Pence that were taken off an order afterwards, and what they are called: a refund, or a short payment that the shop accepted. A
 * surplus that was sent back is no part of them.
 */
export function creditOf({ subtotal, discount, shippingCost, total, refunded }: Amounts) {
  const pence =
    penceOf(subtotal) - penceOf(discount?.goods ?? "0.00") + penceOf(shippingCost) - penceOf(total)
  return { pence, label: penceOf(refunded ?? "0.00") === pence ? "Refunded" : "Credit" }
}
