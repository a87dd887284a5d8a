import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { CART_HEADER, cartIdSchema, DISCOUNT_HEADER, type CartItem } from "@shop/contracts"
import { cookieOf, parse } from "../../../platform/http/parse"
import { Problem } from "../../../platform/http/problem"
import type { CartOutcome, CartRejection } from "../../../workflows/cart/cart-state"
import { COOKIE_ATTRIBUTES } from "../../session-cookie"
import { viewCart, type CartView } from "./cart-view"

/** The whole cart: one round trip is enough. @throws Problem if the change was rejected */
export async function answerCart(
  request: MedusaRequest,
  response: MedusaResponse,
  outcome: CartOutcome,
): Promise<readonly CartItem[]> {
  if (!outcome.ok) throw cartProblem(outcome)
  const view = await viewCart(request, outcome.cartId, outcome.discount)
  rememberCart(response, outcome.cartId)
  return linesOf(view, response)
}

/** The lines of a cart. What discounts take off is in a header. */
export function linesOf({ items, discount }: CartView, response: MedusaResponse): readonly CartItem[] {
  if (discount !== null) response.set(DISCOUNT_HEADER, encodeURIComponent(JSON.stringify(discount)))
  return items
}

function cartProblem(rejection: CartRejection): Problem {
  switch (rejection.reason) {
    case "unknown_product":
      return new Problem(404, "unknown_product", "That product doesn't exist or has been removed.")
    case "unknown_line":
      return new Problem(404, "unknown_line", "That item is no longer in your cart.")
    case "empty_cart":
      return new Problem(409, "empty_cart", "Your cart is empty. Add something first.")
    case "code_refused":
      return new Problem(409, "code_refused", rejection.sentence)
    case "cart_completed":
      return new Problem(409, "cart_completed", "This cart has become an order. Please begin a new one.")
    case "out_of_stock":
      return new Problem(409, "out_of_stock", stockSentence(rejection), { available: rejection.available })
  }
}

function stockSentence({
  name,
  available,
  inCart,
}: Extract<CartRejection, { reason: "out_of_stock" }>): string {
  if (available === 0) return `${name} is sold out.`
  const left = available === 1 ? `Only 1 of ${name} is left` : `Only ${available} of ${name} are left`
  if (inCart === 0) return `${left}.`
  return `${left}, and your cart holds ${inCart === available ? "all of them" : inCart} already.`
}

const COOKIE = "cart"
const YEAR_MS = 365 * 24 * 3_600_000

/** From the header (@throws Problem 400) or a valid cookie. Without both the line's unguessable id is the proof (ADR 0004). */
export function cartOfCaller(request: MedusaRequest): string | undefined {
  const header = request.get(CART_HEADER)
  if (header !== undefined) return parse(cartIdSchema, header)
  const cookie = cookieOf(request, COOKIE)
  return cookie !== undefined && cartIdSchema.safeParse(cookie).success ? cookie : undefined
}

export function rememberCart(response: MedusaResponse, cartId: string): void {
  response.cookie(COOKIE, cartId, {
    ...COOKIE_ATTRIBUTES,
    path: "/api/cart",
    maxAge: YEAR_MS,
  })
}
