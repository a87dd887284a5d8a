import * as z from "zod/mini"
import { SORTS } from "./choices"
import { foodSchema, foodSummarySchema, netQuantitySchema, unitPriceSchema } from "./food"
import { priceSchema } from "./money"
import { limitSchema } from "./text"

export const productVariantSchema = z.object({
  id: z.string(),
  weight: z.string(),
  price: priceSchema,
  originalPrice: z.optional(z.nullable(priceSchema)),
  stock: z.int().check(z.minimum(0)),
  unitPrice: z.nullable(unitPriceSchema),
})
export type ProductVariant = z.infer<typeof productVariantSchema>

/**
 * What a product card and a product page show. `image` is a path on the shop's own origin, or null without an image.
 * Price, weight and stock are those of the first variant, which `POST /api/cart` adds when no variant is named.
 * Additions to the specification: what it costs without the sale that reduces it (`originalPrice`, only while there is one), the
 * unit price, the variants if there are several, the allergens and warnings of a food, and on the product page its whole
 * food information and the net quantity.
 */
export const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: z.nullable(z.string()),
  price: priceSchema,
  originalPrice: z.optional(z.nullable(priceSchema)),
  weight: z.string(),
  badge: z.nullable(z.string()),
  stock: z.int().check(z.minimum(0)),
  featured: z.boolean(),
  categoryId: z.string(),
  unitPrice: z.optional(z.nullable(unitPriceSchema)),
  variants: z.optional(z.array(productVariantSchema)),
  foodSummary: z.optional(foodSummarySchema),
  food: z.optional(z.nullable(foodSchema)),
  netQuantity: z.optional(z.nullable(netQuantitySchema)),
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

export const sortSchema = z.enum(SORTS, "Sort by featured, price-low, price-high or name.")

/**
 * `GET /api/products?…`: without parameters the response is the whole catalogue.
 * With `limit` the response has `X-Total-Count` and, while there is another page, a `Link: <…>; rel="next"` header.
 */
export const productListQuerySchema = z.strictObject({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100, "Search for at most 100 characters."))),
  sort: z.optional(sortSchema),
  category: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(limitSchema(100)),
  cursor: z.optional(z.string().check(z.maxLength(2000))),
})
export type ProductListQuery = z.infer<typeof productListQuerySchema>
