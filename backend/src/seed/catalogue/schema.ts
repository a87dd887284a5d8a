import * as z from "@medusajs/framework/zod"
import { ALLERGENS } from "@shop/contracts"

/** The four categories of the shop. The specification defines their slugs. */
export const CATEGORY_SLUGS = ["gummies", "honey", "natural-sugars", "plant-concentrates"] as const

const slugSchema = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
const imageSchema = z.string().regex(/^[a-z0-9-]+\.svg$/)
const sentenceSchema = z.string().trim().min(1)

/** Grams (or kilojoules, kilocalories) in 100 g or 100 ml, in the order of the statutory table. */
const nutritionSchema = z.strictObject({
  per: z.enum(["100 g", "100 ml"]),
  energyKj: z.int().nonnegative(),
  energyKcal: z.int().nonnegative(),
  fat: z.number().nonnegative(),
  saturates: z.number().nonnegative(),
  carbohydrate: z.number().nonnegative(),
  sugars: z.number().nonnegative(),
  protein: z.number().nonnegative(),
  salt: z.number().nonnegative(),
})

export const categorySchema = z.strictObject({
  slug: z.enum(CATEGORY_SLUGS),
  name: sentenceSchema,
  description: sentenceSchema,
  image: imageSchema,
  imageAlt: sentenceSchema,
})
export type Category = z.infer<typeof categorySchema>

/**
 * A product of the demo catalogue. `price` is integer pence including VAT; `netQuantity` is the base of the unit price;
 * `grams` is the shipping weight including packaging; `ingredients` has allergens between `**`.
 */
export const productSchema = z.strictObject({
  slug: slugSchema,
  sku: z.string().regex(/^BC-[A-Z]{3}-[A-Z]{3}-\d+$/),
  name: sentenceSchema,
  category: z.enum(CATEGORY_SLUGS),
  description: sentenceSchema,
  price: z.int().positive(),
  weight: sentenceSchema,
  netQuantity: z.strictObject({ value: z.number().positive(), unit: z.enum(["g", "kg", "ml", "l"]) }),
  grams: z.int().positive(),
  stock: z.int().nonnegative(),
  badge: sentenceSchema.nullable(),
  featured: z.boolean(),
  vat: z.enum(["zero", "standard"]),
  legalName: sentenceSchema,
  ingredients: sentenceSchema,
  mayContain: z.array(z.enum(ALLERGENS)),
  nutrition: nutritionSchema,
  origin: sentenceSchema,
  storage: sentenceSchema,
  instructions: sentenceSchema.nullable(),
  shelfLifeMonths: z.int().positive(),
  warnings: z.array(sentenceSchema),
  certification: sentenceSchema.nullable(),
  image: imageSchema,
  imageAlt: sentenceSchema,
})
export type Product = z.infer<typeof productSchema>

export const catalogueSchema = z.strictObject({
  categories: z.array(categorySchema),
  products: z.array(productSchema),
})
export type Catalogue = z.infer<typeof catalogueSchema>
