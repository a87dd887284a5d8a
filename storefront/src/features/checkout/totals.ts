import type { CartItem, Problem, ShippingOption } from "@shop/contracts"
import { deliveryPence, subtotalPence } from "../../lib/cart-lines"
import { penceOf } from "../../lib/money"

/** What an order costs, all in pence. */
export interface Totals {
  subtotal: number
  shipping: number
  total: number
}

/** The totals as this page calculates them; null while the delivery price is unknown. */
export function calculateTotals(
  lines: readonly CartItem[],
  option: ShippingOption | undefined,
): Totals | null {
  if (!option) return null
  const subtotal = subtotalPence(lines)
  const shipping = deliveryPence(option, subtotal)
  return { subtotal, shipping, total: subtotal + shipping }
}

/** The shop's own totals from its rejection; null when it rejected the order for another reason. */
export function parseTotals(problem: Problem | null): Totals | null {
  if (problem?.code !== "totals_changed" || !problem.totals) return null
  return {
    subtotal: penceOf(problem.totals.subtotal),
    shipping: penceOf(problem.totals.shippingCost),
    total: penceOf(problem.totals.total),
  }
}

/** What the totals depend on, as a text to compare: a correction applies to this cart and delivery only. */
export function totalsBasis(lines: readonly CartItem[], shippingMethod: string): string {
  return [shippingMethod, ...lines.map((line) => `${line.product.id}×${line.quantity}`)].join(" ")
}
