import * as z from "zod/mini"
import { productSchema } from "./catalogue"

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
      originalPrice: true,
      stock: true,
    }),
    /** Addition to the specification: the variant, if the product has several. */
    { variantId: z.optional(z.string()) },
  ),
})
export type CartItem = z.infer<typeof cartItemSchema>

/** Every cart call returns the whole cart, to save a round trip. */
export const cartSchema = z.array(cartItemSchema)
