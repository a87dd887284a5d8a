import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { DISCOUNT_HEADER } from "@shop/contracts"
import type { CartOutcome } from "../../../workflows/cart/cart-state"
import { cartProblem } from "./rejections"
import { rememberCart } from "./cart-owner"
import { viewCart, type CartView } from "./cart-view"

/**
 * Answers a change with the whole cart: one round trip is enough.
 * @throws Problem if the change was rejected
 */
export async function answerCart(
  request: MedusaRequest,
  response: MedusaResponse,
  status: 200 | 201,
  outcome: CartOutcome,
): Promise<void> {
  if (!outcome.ok) throw cartProblem(outcome)
  const view = await viewCart(request, outcome.cartId, outcome.discount)
  rememberCart(response, outcome.cartId)
  sendCart(response.status(status), view)
}

/** Sends the lines of a cart, and what discounts take off in a header. */
export function sendCart(response: MedusaResponse, { items, discount }: CartView): void {
  if (discount !== null) response.set(DISCOUNT_HEADER, encodeURIComponent(JSON.stringify(discount)))
  response.set("cache-control", "no-store").json(items)
}
