import * as z from "zod/mini"
import { SHIPPING_METHODS } from "./choices"
import { foodSchema, foodSummarySchema, netQuantitySchema, unitPriceSchema } from "./food"
import { poundsSchema, priceSchema } from "./money"

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

/** The days of a parcel's estimated arrival, as dates of the UK calendar. `label` is like 'Wed 25 – Thu 26 Nov'. */
export const deliveryEstimateSchema = z.object({
  earliest: z.iso.date(),
  latest: z.iso.date(),
  label: z.string(),
})
export type DeliveryEstimate = z.infer<typeof deliveryEstimateSchema>

export const shippingOptionSchema = z.object({
  id: z.enum(SHIPPING_METHODS),
  label: z.string(),
  price: poundsSchema,
  /** Other prices for goods that cost at least `from` after discounts, ascending. */
  conditionalPrices: z.optional(z.array(z.object({ from: poundsSchema, price: poundsSchema }))),
  /** For an order that is paid now, and until `paidBefore`. Null: the server does not know the bank holidays of that time. */
  estimate: z.nullish(z.extend(deliveryEstimateSchema, { paidBefore: z.iso.datetime() })),
})
export type ShippingOption = z.infer<typeof shippingOptionSchema>

/** `GET /api/bitcoin/rate`: pounds for one bitcoin. 503 `bitcoin_unavailable`, with a sentence: no order can be paid in Bitcoin now. */
export const bitcoinRateSchema = z.object({
  currency: z.literal("GBP"),
  rate: z.string().check(z.regex(/^\d{1,9}(\.\d{1,2})?$/)),
  source: z.string(),
  asOf: z.iso.datetime(),
  /** No smaller amount can be paid: the network does not carry it. */
  least: poundsSchema,
})
export type BitcoinRate = z.infer<typeof bitcoinRateSchema>
