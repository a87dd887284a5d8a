import type { CartDiscount, CartItem, Problem, ShippingOption } from "@shop/contracts"
import { deliveryPence, subtotalPence } from "../../lib/cart-lines"
import { penceOf } from "../../lib/money"

/** What an order costs, all in pence. */
export interface Totals {
  subtotal: number
  discount: number
  shipping: number
  total: number
}

/** The totals as this page calculates them; null while the delivery price is unknown. */
export function calculateTotals(
  lines: readonly CartItem[],
  option: ShippingOption | undefined,
  cartDiscount: CartDiscount | null,
): Totals | null {
  if (!option) return null
  const subtotal = subtotalPence(lines)
  const discount = penceOf(cartDiscount?.goods ?? "0.00")
  const shipping = deliveryPence(option, subtotal, cartDiscount)
  return { subtotal, discount, shipping, total: subtotal - discount + shipping }
}

/** The shop's own totals from its rejection; null when it rejected the order for another reason. */
export function parseTotals(problem: Problem | null): Totals | null {
  if (problem?.code !== "totals_changed" || !problem.totals) return null
  return {
    subtotal: penceOf(problem.totals.subtotal),
    discount: penceOf(problem.totals.discount),
    shipping: penceOf(problem.totals.shippingCost),
    total: penceOf(problem.totals.total),
  }
}

/** What the totals depend on, as a text to compare: a correction applies to this cart, code and delivery only. */
export function totalsBasis(
  lines: readonly CartItem[],
  shippingMethod: string,
  discount: CartDiscount | null,
): string {
  return [
    shippingMethod,
    discount?.code ?? "",
    ...lines.map((line) => `${line.product.id}×${line.quantity}`),
  ].join(" ")
}
