import { toFood } from "../../catalogue"
import type { CartLine, CartSnapshot } from "./cart-snapshot"

/** Under this key an order's line keeps what the shop declared of the goods when they were sold. */
const KEY = "product_snapshot"

/**
 * What was shown of a variant at the time of sale, for the line's metadata: its food information, VAT category and net
 * quantity. Staff may say something else tomorrow; the buyer was told this.
 */
export function productSnapshot(
  line: CartLine,
  { declared: all, seller }: CartSnapshot,
): Record<string, unknown> {
  const declared = all.get(line.product_id ?? "")
  if (!declared) return {}
  const food = declared.isFood ? toFood(declared) : null
  const variant = declared.variants.find(({ id }) => id === line.variant_id)
  return {
    [KEY]: {
      food: food && { ...food, operator: food.operator ?? seller },
      vat: declared.vat,
      netQuantity: variant?.netQuantity ?? null,
    },
  }
}
