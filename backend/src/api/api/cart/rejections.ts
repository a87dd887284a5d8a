import type { CartRejection } from "../../../workflows/cart/cart-state"
import { Problem } from "../../../platform/http/problem"

/** The error of a rejected cart change. */
export function cartProblem(rejection: CartRejection): Problem {
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
