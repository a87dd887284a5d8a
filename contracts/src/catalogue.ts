import * as z from "zod/mini"
import { foodSchema, unitPriceSchema } from "./food"
import { poundsSchema } from "./money"

/** One of the sizes that a product can be bought in. */
export const productVariantSchema = z.object({
  id: z.string(),
  weight: z.string(),
  price: poundsSchema,
  stock: z.int().check(z.minimum(0)),
  unitPrice: z.nullable(unitPriceSchema),
})
export type ProductVariant = z.infer<typeof productVariantSchema>

/**
 * What a product card and a product page show. `image` is a path on the shop's own origin, or null when staff gave none.
 * Price, weight and stock are the first variant's, which is what `POST /api/cart` adds where no variant is named.
 * Ours beyond the specification: the unit price; the variants where there are several; on a product's own page its food
 * information.
 */
export const productSchema = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: z.nullable(z.string()),
  price: poundsSchema,
  weight: z.string(),
  badge: z.nullable(z.string()),
  stock: z.int().check(z.minimum(0)),
  featured: z.boolean(),
  categoryId: z.string(),
  unitPrice: z.optional(z.nullable(unitPriceSchema)),
  variants: z.optional(z.array(productVariantSchema)),
  food: z.optional(z.nullable(foodSchema)),
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

/** The orders a list can be shown in; `featured` is the default everywhere. */
export const SORTS = ["featured", "price-low", "price-high", "name"] as const
export const sortSchema = z.enum(SORTS, "Sort by featured, price-low, price-high or name.")
export type Sort = z.infer<typeof sortSchema>

/**
 * `GET /api/products?…`: without any of these the answer is the whole catalogue.
 * With `limit` the answer carries a `Link: <…>; rel="next"` header while there is more, and always `X-Total-Count`.
 */
export const productListQuerySchema = z.strictObject({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100, "Search for at most 100 characters."))),
  sort: z.optional(sortSchema),
  category: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/, "Use a limit from 1 to 100.")),
      z.pipe(
        z.transform(Number),
        z
          .int()
          .check(z.minimum(1, "Use a limit from 1 to 100."), z.maximum(100, "Use a limit from 1 to 100.")),
      ),
    ),
  ),
  cursor: z.optional(z.string().check(z.maxLength(2000))),
})
export type ProductListQuery = z.infer<typeof productListQuerySchema>

/** How much of the catalogue is shown where (specification, section 9). */
export const FEATURED_LIMIT = 4
export const RELATED_LIMIT = 4
