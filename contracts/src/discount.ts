import * as z from "zod/mini"
import { SHIPPING_METHODS } from "./choices"
import { poundsSchema } from "./money"

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
