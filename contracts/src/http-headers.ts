/** Of `POST /api/cart`: a known key adds nothing, so a client may retry (IETF draft "The Idempotency-Key HTTP Header Field"). */
export const IDEMPOTENCY_HEADER = "idempotency-key"

/** The largest body of a notification under `/api/webhooks`, with the object that it is about. Other bodies are smaller. */
export const MAX_NOTIFICATION_BYTES = 512 * 1024

/** Header of `GET /api/cart/{cartId}` with the id of the order that the cart became. */
export const ORDER_HEADER = "x-order-id"

/** Header with the caller's cart id where path and body lack it (`PATCH` and `DELETE /api/cart/{line}`). */
export const CART_HEADER = "x-cart-id"

/** Of a product list without hits: a search near it that has some, percent-encoded. The list stays empty. */
export const SEARCH_CORRECTION_HEADER = "x-search-correction"

/** Header of every cart answer: the cart's discounts as percent-encoded JSON. Absent if there are none. */
export const DISCOUNT_HEADER = "x-cart-discount"
