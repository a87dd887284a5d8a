/** Why a cart call is refused; the route finds the words for it. */
export type CartRejection =
  | { reason: "unknown_product" }
  | { reason: "unknown_line" }
  /** An order has been placed with this cart. */
  | { reason: "cart_completed" }
  /** `available` can be had in all, `inCart` of them lie in this cart already. */
  | { reason: "out_of_stock"; name: string; available: number; inCart: number }

export type CartOutcome = { ok: true; cartId: string } | ({ ok: false } & CartRejection)

/** A rejection as the outcome of a call. */
export const reject = (rejection: CartRejection): CartOutcome => ({ ok: false, ...rejection })
