import type { MedusaContainer } from "@medusajs/framework/types"
import { SHIPPING_METHODS, type CartDiscount, toPounds } from "@shop/contracts"
import { currentCatalogue, readOfferedOptions, type Snapshot } from "../../catalogue"
import { toPence } from "../../platform/money"
import type { CartLine, CartState } from "./cart-state"
import {
  appliedPromotions,
  computeDiscounts,
  goodsDiscount,
  goodsPenceOf,
  sumOf,
} from "../../orders/discounts/compute-discounts"
import { sayWhyNot } from "../../orders/discounts/why-not"

/** At the catalogue's prices, for each possible delivery. Null: there is none to show. `customerId`: null for a guest. */
export async function discountOfCart(
  container: MedusaContainer,
  cart: CartState,
  customerId: string | null,
): Promise<CartDiscount | null> {
  const { regionId, salesChannelId, currency, code, hasAutomaticPromotion: hasAutomatic } = cart
  const catalogue = await currentCatalogue(container)
  const lines = cart.lines.map((line) => ({ ...line, unitPence: unitPence(catalogue, line) }))
  const options = await readOfferedOptions(container, { regionId, currency }, goodsPenceOf(lines))
  const quotes = await computeDiscounts(
    container,
    { lines, regionId, salesChannelId, currency, code, hasAutomatic, customerId, email: null },
    options,
  )
  const applied = [
    ...new Set(quotes.flatMap(({ discounts }) => appliedPromotions(discounts).map((each) => each.code))),
  ]
  const [first] = quotes
  if (!first || (code === null && applied.length === 0)) return null
  // A code for one delivery only has no problem as long as that delivery can be chosen.
  const problem = quotes.every(({ discounts }) => discounts.problem) ? first.discounts.problem : null
  return {
    code,
    problem: problem && sayWhyNot(problem.code, problem.why),
    applied,
    goods: toPounds(goodsDiscount(first.discounts)),
    delivery: Object.fromEntries(
      SHIPPING_METHODS.flatMap((method) => {
        const quote = quotes.find(({ delivery }) => delivery.code === method)
        return quote ? [[method, toPounds(quote.delivery.pence - sumOf(quote.discounts.delivery))]] : []
      }),
    ),
  }
}

/** A line whose product is no longer sold keeps its own price. It cannot be ordered. */
function unitPence(catalogue: Snapshot, { productId, variantId, unitPrice }: CartLine): number {
  const variants = catalogue.byId(productId ?? "")?.variants
  const price = variants?.find(({ id }) => id === variantId)?.price
  return toPence(price === undefined ? unitPrice : Number(price))
}
