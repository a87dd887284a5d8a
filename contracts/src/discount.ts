import * as z from "zod/mini"
import { SHIPPING_METHODS } from "./choices"
import { poundsSchema } from "./money"

const MISSING_CODE = "Please enter a discount code."

/** `POST /api/cart/{cartId}/discount`: applies a discount code, in any case, instead of the one before. */
export const discountCodeSchema = z.strictObject({
  code: z
    .string(MISSING_CODE)
    .check(z.trim(), z.minLength(1, MISSING_CODE), z.maxLength(50, "That is no discount code of ours.")),
})

/** What discounts take off a cart: the entered code, and promotions that apply without one. */
export const cartDiscountSchema = z.object({
  /** The entered code as staff write it; null without one. */
  code: z.nullable(z.string()),
  /** Why the entered code takes nothing off, in a sentence for the shopper. */
  problem: z.nullable(z.string()),
  /** The codes that take something off the goods or a delivery. */
  applied: z.array(z.string()),
  goods: poundsSchema,
  /** The price of each delivery, less what is taken off it. */
  delivery: z.partialRecord(z.enum(SHIPPING_METHODS), poundsSchema),
})
export type CartDiscount = z.infer<typeof cartDiscountSchema>

export const orderDiscountSchema = z.object({
  codes: z.array(z.string()),
  /** Off the goods; `subtotal` is before it. */
  goods: poundsSchema,
  /** Off the delivery; `shippingCost` is after it. */
  delivery: poundsSchema,
})
export type OrderDiscount = z.infer<typeof orderDiscountSchema>
