import { toFood, type ProductFacts } from "../../catalogue"
import { shop } from "../mail/shop"

/** Under this key an order's line keeps what the shop said of the goods when they were sold. */
const KEY = "sold_as"

/**
 * What was shown of a variant at the time of sale, for the line's metadata: its food information, VAT category and net
 * quantity. Staff may say something else tomorrow; the buyer was told this.
 */
export function soldAs(said: ProductFacts | undefined, variantId: string | null): Record<string, unknown> {
  if (!said) return {}
  const food = said.isFood ? toFood(said) : null
  const variant = said.variants.find(({ id }) => id === variantId)
  const operator = food?.operator ?? { name: shop.legalName, address: shop.address }
  return {
    [KEY]: {
      food: food && { ...food, operator },
      vat: said.vat,
      netQuantity: variant?.netQuantity ?? null,
    },
  }
}
