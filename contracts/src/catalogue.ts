import * as z from "zod/mini"
import { foodSchema, foodSummarySchema, netQuantitySchema, unitPriceSchema } from "./food"
import { priceSchema } from "./money"
import { soldProductSchema } from "./sold-product"

export const productVariantSchema = z.object({
  id: z.string(),
  weight: z.string(),
  price: priceSchema,
  originalPrice: z.optional(z.nullable(priceSchema)),
  stock: z.int().check(z.minimum(0)),
  unitPrice: z.nullable(unitPriceSchema),
})
export type ProductVariant = z.infer<typeof productVariantSchema>

/** One of several pictures; `image` is the first. `alt` is null where nobody has described it. */
export const productImageSchema = z.object({ src: z.string(), alt: z.nullable(z.string()) })
export type ProductImage = z.infer<typeof productImageSchema>

/**
 * `image` is a path on the shop's own origin, or null. Price, weight and stock are those of the first variant, which
 * `POST /api/cart` adds when none is named. Additions to the specification: `originalPrice` (only during a sale), `unitPrice`,
 * `variants` if there are several, `foodSummary`; and on the product page `food`, `netQuantity` and, if there are several, `images`.
 */
export const productSchema = z.object({
  ...soldProductSchema.shape,
  description: z.string(),
  badge: z.nullable(z.string()),
  featured: z.boolean(),
  categoryId: z.string(),
  unitPrice: z.optional(z.nullable(unitPriceSchema)),
  variants: z.optional(z.array(productVariantSchema)),
  foodSummary: z.optional(foodSummarySchema),
  food: z.optional(z.nullable(foodSchema)),
  netQuantity: z.optional(z.nullable(netQuantitySchema)),
  images: z.optional(z.array(productImageSchema)),
})
export type Product = z.infer<typeof productSchema>

export const categorySchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: z.nullable(z.string()),
})
export type Category = z.infer<typeof categorySchema>
