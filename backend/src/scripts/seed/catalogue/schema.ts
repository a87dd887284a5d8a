import * as z from "@medusajs/framework/zod"
import { ALLERGENS } from "@shop/contracts"

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
  slug: slugSchema,
  name: sentenceSchema,
  description: sentenceSchema,
  image: imageSchema,
  imageAlt: sentenceSchema,
})
export type Category = z.infer<typeof categorySchema>

/** `price` is integer pence including VAT; `weight` is the size on the label; `grams` is the shipping weight including packaging. */
const goodsSchema = z.strictObject({
  slug: slugSchema,
  sku: z.string().regex(/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/),
  name: sentenceSchema,
  category: slugSchema,
  description: sentenceSchema,
  price: z.int().positive(),
  weight: sentenceSchema,
  grams: z.int().positive(),
  stock: z.int().nonnegative(),
  badge: sentenceSchema.nullable(),
  featured: z.boolean(),
  vat: z.enum(["zero", "standard"]),
  image: imageSchema,
  imageAlt: sentenceSchema,
  /** A second picture; a food's third is the back of its label, drawn from its facts. */
  serving: z.strictObject({ image: imageSchema, imageAlt: sentenceSchema }).optional(),
})

/** `netQuantity` is the base of the unit price; `ingredients` has allergens between `**`. */
const foodSchema = goodsSchema.extend({
  netQuantity: z.strictObject(
    { value: z.number().positive(), unit: z.enum(["g", "kg", "ml", "l"]) },
    `A food needs its net quantity, like { "value": 250, "unit": "g" }.`,
  ),
  legalName: sentenceSchema,
  ingredients: sentenceSchema,
  mayContain: z.array(z.enum(ALLERGENS)),
  /** Exempt: the law asks for no table (assimilated Regulation 1169/2011, Annex V), as for coffee, tea, herbs and salt. */
  nutrition: z.union([z.literal("exempt"), nutritionSchema]),
  origin: sentenceSchema,
  storage: sentenceSchema,
  instructions: sentenceSchema.nullable(),
  shelfLifeMonths: z.int().positive(),
  warnings: z.array(sentenceSchema),
  certification: sentenceSchema.nullable(),
  nonFood: z.undefined().optional(),
})
export type FoodProduct = z.infer<typeof foodSchema>

const nonFoodSchema = goodsSchema.extend({ nonFood: z.literal(true) })

export const productSchema = z.discriminatedUnion("nonFood", [nonFoodSchema, foodSchema])
export type Product = z.infer<typeof productSchema>

export const isFood = (product: Product): product is FoodProduct => product.nonFood !== true

export const catalogueSchema = z
  .strictObject({ categories: z.array(categorySchema), products: z.array(productSchema) })
  .refine(({ categories, products }) => {
    const slugs = new Set(categories.map(({ slug }) => slug))
    return products.every(({ category }) => slugs.has(category))
  }, "A product names a category that categories.json does not have.")
export type Catalogue = z.infer<typeof catalogueSchema>
