import { toFood } from "../../catalogue"
import type { CartLine, Basket } from "./basket"

/** Under this key an order's line keeps what the shop said of the goods when they were sold. */
const KEY = "sold_as"

/**
 * What was shown of a variant at the time of sale, for the line's metadata: its food information, VAT category and net
 * quantity. Staff may say something else tomorrow; the buyer was told this.
 */
export function soldAs(line: CartLine, { said: all, seller }: Basket): Record<string, unknown> {
  const said = all.get(line.product_id ?? "")
  if (!said) return {}
  const food = said.isFood ? toFood(said) : null
  const variant = said.variants.find(({ id }) => id === line.variant_id)
  return {
    [KEY]: {
      food: food && { ...food, operator: food.operator ?? seller },
      vat: said.vat,
      netQuantity: variant?.netQuantity ?? null,
    },
  }
}
