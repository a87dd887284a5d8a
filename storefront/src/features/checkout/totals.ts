import type { CartDiscount, CartItem } from "@shop/contracts"

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
