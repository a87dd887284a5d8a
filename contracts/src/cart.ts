import * as z from "zod/mini"
import { productSchema } from "./catalogue"

/** The browser's own cart id: `cart_` and 24 or more random characters. It is a bearer secret: whoever knows it owns the cart. */
export const cartIdSchema = z.string().check(z.regex(/^cart_[A-Za-z0-9]{24,64}$/, "That is not a cart id."))

/** A cart line's id as Medusa makes it. */
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
  /** Which of a product's variants; the first where it is not said. */
  variantId: z.optional(z.string().check(z.minLength(1, VARIANT_MESSAGE), z.maxLength(100, VARIANT_MESSAGE))),
})
export type AddToCart = z.infer<typeof addToCartSchema>

export const changeQuantitySchema = z.strictObject({ quantity: quantitySchema })

export const cartItemSchema = z.object({
  id: z.string(),
  quantity: z.int(),
  product: z.extend(
    z.pick(productSchema, {
      id: true,
      slug: true,
      name: true,
      image: true,
      weight: true,
      price: true,
      stock: true,
    }),
    /** Ours: which of several variants it is. */
    { variantId: z.optional(z.string()) },
  ),
})
export type CartItem = z.infer<typeof cartItemSchema>

/** Every cart call answers the whole cart, so that one round trip is enough. */
export const cartSchema = z.array(cartItemSchema)

/**
 * The header that names one press of 'Add to Cart': `POST /api/cart` with a key it has seen puts nothing in twice, so that
 * whoever never got the answer may ask again (IETF draft "The Idempotency-Key HTTP Header Field").
 */
export const IDEMPOTENCY_HEADER = "idempotency-key"
export const idempotencyKeySchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, "That is not an idempotency key."))

/** The header of `GET /api/cart/{cartId}` that names the order a cart has become. */
export const ORDER_HEADER = "x-order-id"

/** The header that names the caller's cart where path and body do not (`PATCH` and `DELETE /api/cart/{line}`). */
export const CART_HEADER = "x-cart-id"
