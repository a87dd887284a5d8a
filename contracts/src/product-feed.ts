import * as z from "zod/mini"
import { netQuantitySchema } from "./food"
import { instantSchema } from "./formats"
import { poundsSchema } from "./money"

/** A size of a product as shopping services need it. The catalogue's other answers stay as small as pages need them. */
export const feedItemSchema = z.object({
  id: z.string(),
  productId: z.string(),
  name: z.string(),
  /** The size's name; null for a product with one size. */
  size: z.nullable(z.string()),
  slug: z.string(),
  description: z.string(),
  /** Paths on the shop's own origin or external addresses, the main picture first. */
  images: z.array(z.string()),
  price: poundsSchema,
  /** The price without the sale that reduces it now; null without a sale. */
  originalPrice: z.nullable(poundsSchema),
  isInStock: z.boolean(),
  isFood: z.boolean(),
  /** The food business that made it; null for the shop itself. */
  maker: z.nullable(z.string()),
  category: z.nullable(z.object({ name: z.string(), slug: z.string() })),
  /** What staff entered as Google's category, of the product or its category. */
  googleCategory: z.nullable(z.string()),
  /** EAN, UPC and bar code as staff entered them, in this order. */
  barcodes: z.array(z.string()),
  mpn: z.nullable(z.string()),
  netQuantity: z.nullable(netQuantitySchema),
  parcelGrams: z.nullable(z.number()),
  changedAt: instantSchema,
})
export type FeedItem = z.infer<typeof feedItemSchema>

/** `GET /api/product-feed`: some hundred products, and the cursor of the next part; null at the end. */
export const feedPageSchema = z.object({
  items: z.array(feedItemSchema),
  next: z.nullable(z.string()),
})

export const feedQuerySchema = z.strictObject({
  cursor: z.optional(z.string().check(z.maxLength(2000))),
})
