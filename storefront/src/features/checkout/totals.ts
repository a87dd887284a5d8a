import type { CartItem, Problem, ShippingOption } from "@shop/contracts"
import { subtotalPence } from "../../lib/cart-lines"
import { deliveryPence } from "../../lib/delivery"
import { penceOf } from "../../lib/money"

/** What an order comes to, all in pence. */
export interface Totals {
  subtotal: number
  shipping: number
  total: number
}

/** The totals as this page reckons them; null while the delivery price is not known. */
export function calculateTotals(
  lines: readonly CartItem[],
  option: ShippingOption | undefined,
): Totals | null {
  if (!option) return null
  const subtotal = subtotalPence(lines)
  const shipping = deliveryPence(option, subtotal)
  return { subtotal, shipping, total: subtotal + shipping }
}

/** The shop's own totals out of its refusal, or null where it refused for another reason. */
export function parseTotals(problem: Problem | null): Totals | null {
  if (problem?.code !== "totals_changed" || !problem.totals) return null
  return {
    subtotal: penceOf(problem.totals.subtotal),
    shipping: penceOf(problem.totals.shippingCost),
    total: penceOf(problem.totals.total),
  }
}

/** What the totals depend on, as a text to compare: another basket or another delivery makes a correction void. */
export function totalsBasis(lines: readonly CartItem[], shippingMethod: string): string {
  return [shippingMethod, ...lines.map((line) => `${line.product.id}×${line.quantity}`)].join(" ")
}
