import type { CartDiscount, CartItem, Problem } from "@shop/contracts"
import type { Totals } from "../../lib/cart-lines"
import { penceOf } from "../../lib/money"

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
