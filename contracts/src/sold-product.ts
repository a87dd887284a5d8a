import * as z from "zod/mini"
import { priceSchema } from "./money"

/** Of a product wherever it is sold: in a list, on its page and in a cart. */
export const soldProductSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  image: z.nullable(z.string()),
  price: priceSchema,
  originalPrice: z.optional(z.nullable(priceSchema)),
  weight: z.string(),
  stock: z.int().check(z.minimum(0)),
})
