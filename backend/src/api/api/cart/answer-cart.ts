import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { CartOutcome } from "../../../workflows/cart/cart-state"
import { cartProblem } from "./rejections"
import { rememberCart } from "./cart-owner"
import { viewCart } from "./cart-view"

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
  const { items } = await viewCart(request.scope, outcome.cartId)
  rememberCart(response, outcome.cartId)
  response.status(status).set("cache-control", "no-store").json(items)
}
