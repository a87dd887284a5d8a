import * as z from "zod/mini"
import { checkoutFormSchema } from "./checkout"
import { CART_ID, PAYMENT_METHODS, SORTS } from "./choices"
import { penceFromClientSchema } from "./money"
import { limitSchema } from "./text"

// Only the backend has these parsers: no form checks them.

export const sortSchema = z.enum(SORTS, "Sort by featured, price-low, price-high or name.")

/** `GET /api/products`: the whole catalogue; with `limit` a page, `X-Total-Count` and, before the last, `Link: rel="next"`. */
export const productListQuerySchema = z.strictObject({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100, "Search for at most 100 characters."))),
  sort: z.optional(sortSchema),
  category: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(limitSchema(100)),
  cursor: z.optional(z.string().check(z.maxLength(2000))),
})
export type ProductListQuery = z.infer<typeof productListQuerySchema>

export const cartIdSchema = z.string().check(z.regex(CART_ID, "That is not a cart id."))

/** As Medusa makes it. */
export const cartLineIdSchema = z
  .string()
  .check(z.regex(/^cali_[A-Za-z0-9]{20,40}$/, "That is not a cart line id."))

const QUANTITY_MESSAGE = "Choose a whole number of 1 or more."
export const quantitySchema = z
  .int(QUANTITY_MESSAGE)
  .check(z.minimum(1, QUANTITY_MESSAGE), z.maximum(9999, "That is more than we can sell at once."))

const PRODUCT_MESSAGE = "That is not a product id."
const VARIANT_MESSAGE = "That is not a variant's id."

export const addToCartSchema = z.strictObject({
  cartId: cartIdSchema,
  productId: z.string().check(z.minLength(1, PRODUCT_MESSAGE), z.maxLength(100, PRODUCT_MESSAGE)),
  quantity: quantitySchema,
  /** The first variant if omitted. */
  variantId: z.optional(z.string().check(z.minLength(1, VARIANT_MESSAGE), z.maxLength(100, VARIANT_MESSAGE))),
})
export type AddToCart = z.infer<typeof addToCartSchema>

export const changeQuantitySchema = z.strictObject({ quantity: quantitySchema })

export const idempotencyKeySchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, "That is not an idempotency key."))

const MISSING_CODE = "Please enter a discount code."

/** `POST /api/cart/{cartId}/discount`: applies a discount code, in any case, instead of the one before. */
export const discountCodeSchema = z.strictObject({
  code: z
    .string(MISSING_CODE)
    .check(z.trim(), z.minLength(1, MISSING_CODE), z.maxLength(50, "That is no discount code of ours.")),
})

/** `POST /api/orders`. The client's totals are compared with the server's and never used. */
export const placeOrderSchema = z.strictObject({
  ...checkoutFormSchema.shape,
  shippingCost: penceFromClientSchema,
  total: penceFromClientSchema,
  cartId: cartIdSchema,
})
/** Parsed by the backend: money in pence, postcode normalised. */
export type PlaceOrder = z.output<typeof placeOrderSchema>
export type PlaceOrderBody = z.input<typeof placeOrderSchema>

/** `PATCH /api/orders/{id}/payment`: a claim, which changes no state. Any text: clients invent it (specification, section 7). */
export const claimPaymentSchema = z.strictObject({
  transactionId: z
    .string()
    .check(z.minLength(1, "Send the transaction id."), z.maxLength(2048, "That transaction id is too long.")),
})

/**
 * `POST /api/orders/{id}/payment-method`: possible while nothing is paid; the same method again is no error. Returns the order.
 * 409 `not_payable`: paid, over or being paid; 503 `bitcoin_unavailable` or `card_unavailable`.
 */
export const changePaymentMethodSchema = z.strictObject({
  paymentMethod: z.enum(PAYMENT_METHODS, "Please choose how to pay."),
})

/** `GET /api/account/orders?limit&cursor`: newest first. */
export const orderHistoryQuerySchema = z.strictObject({
  limit: z.optional(limitSchema(50)),
  cursor: z.optional(z.string().check(z.maxLength(200, "That is no cursor of ours."))),
})

/**
 * `POST /api/session`: exchanges a Firebase ID token for the session cookie. 401 `sign_in_refused` (also for a sign-in older than
 * five minutes), 409 `account_exists`, 503 `sign_in_unavailable` (Google does not answer) or `sign_in_off` (not configured).
 */
export const signInSchema = z.strictObject({
  idToken: z
    .string("Send the ID token.")
    .check(z.minLength(20, "Send the ID token."), z.maxLength(8192, "That is no ID token.")),
})
