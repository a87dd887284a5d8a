/** Why a cart call is refused; the route finds the words for it. */
export type CartRefusal =
  | { because: "unknown_product" }
  | { because: "unknown_line" }
  /** An order has been placed with this cart. */
  | { because: "cart_completed" }
  /** `available` can be had in all, `inCart` of them lie in this cart already. */
  | { because: "out_of_stock"; name: string; available: number; inCart: number }

export type CartOutcome = { ok: true; cartId: string } | ({ ok: false } & CartRefusal)

/** A refusal as the outcome of a call. */
export const refuse = (refusal: CartRefusal): CartOutcome => ({ ok: false, ...refusal })
