import * as z from "zod/mini"
import { poundsSchema } from "./money"
import { soldProductSchema } from "./sold-product"

export const cartItemSchema = z.object({
  id: z.string(),
  quantity: z.int(),
  /** Addition to the specification: the variant, if the product has several. */
  product: z.object({ ...soldProductSchema.shape, variantId: z.optional(z.string()) }),
})
export type CartItem = z.infer<typeof cartItemSchema>

/** Every cart call returns the whole cart, to save a round trip. */
export const cartSchema = z.array(cartItemSchema)

export const cartDiscountSchema = z.object({
  /** The entered code as staff write it; null without one. */
  code: z.nullable(z.string()),
  /** Why the entered code takes nothing off, in a sentence for the shopper. */
  problem: z.nullable(z.string()),
  /** The codes that take something off the goods or a delivery. */
  applied: z.array(z.string()),
  goods: poundsSchema,
  /** The price of each delivery, less what is taken off it. */
  delivery: z.object({ standard: z.optional(poundsSchema), special: z.optional(poundsSchema) }),
})
export type CartDiscount = z.infer<typeof cartDiscountSchema>
