/** What a shopper chooses from. No schema is in this file: pages need these values before any parser is loaded. */

export const SORTS = ["featured", "price-low", "price-high", "name"] as const
export type Sort = (typeof SORTS)[number]

/** The orders of a list. `relevance` is for suggestions: the nearest to the search first, whether featured or not. */
export const LIST_ORDERS = [...SORTS, "relevance"] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

export const SHIPPING_METHODS = ["standard", "special"] as const
/** How long each takes, in business days after the day of posting. */
export const DELIVERY_DAYS = {
  standard: { min: 2, max: 3 },
  special: { min: 1, max: 1 },
} as const satisfies Record<(typeof SHIPPING_METHODS)[number], { min: number; max: number }>
/** Whether the buyer of such a delivery is promised a tracking number. @param method the code of its type, of the shop's own too */
export const isTracked = (method: string | null | undefined): boolean => method === "special"

export const PAYMENT_METHODS = ["bitcoin", "card"] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** Numbers of products per section (specification, section 9). */
export const FEATURED_LIMIT = 4
export const RELATED_LIMIT = 4

/** The browser's own cart id: `cart_` and 24 or more random characters. It is a bearer secret that gives access to the cart. */
export const CART_ID = /^cart_[A-Za-z0-9]{24,64}$/
