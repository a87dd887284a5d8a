import * as z from "zod/mini"
import { DIETS } from "./diets"
import { poundsSchema } from "./money"

/** The 14 allergens that must be emphasised in an ingredients list (assimilated Regulation 1169/2011, Annex II). */
export const ALLERGENS = [
  "celery",
  "cereals containing gluten",
  "crustaceans",
  "eggs",
  "fish",
  "lupin",
  "milk",
  "molluscs",
  "mustard",
  "peanuts",
  "sesame",
  "soya",
  "sulphites",
  "tree nuts",
] as const
export const allergenSchema = z.enum(ALLERGENS)
export type Allergen = z.infer<typeof allergenSchema>

/** VAT on food: most is zero-rated, confectionery and drinks are standard-rated (VAT Act 1994, Schedule 8, Group 1). */
export const VAT_CATEGORIES = ["standard", "reduced", "zero"] as const
export const vatCategorySchema = z.enum(VAT_CATEGORIES)
export type VatCategory = z.infer<typeof vatCategorySchema>

export const QUANTITY_UNITS = ["g", "kg", "ml", "l"] as const

export const netQuantitySchema = z.object({ value: z.number(), unit: z.enum(QUANTITY_UNITS) })
export type NetQuantity = z.infer<typeof netQuantitySchema>

/** The price per kilogram or litre (Price Marking Order 2004). */
export const unitPriceSchema = z.object({ price: poundsSchema, per: z.enum(["kg", "litre"]) })
export type UnitPrice = z.infer<typeof unitPriceSchema>

/** The nutrition declaration: kilojoules, kilocalories and grams in 100 g or 100 ml. */
export const nutritionSchema = z.object({
  per: z.enum(["100 g", "100 ml"]),
  energyKj: z.number(),
  energyKcal: z.number(),
  fat: z.number(),
  saturates: z.number(),
  carbohydrate: z.number(),
  sugars: z.number(),
  protein: z.number(),
  salt: z.number(),
})
export type Nutrition = z.infer<typeof nutritionSchema>

/** What the law requires before a purchase. In `ingredients`, `**` encloses allergens. `allergens: []`: contains none. */
export const foodSchema = z.object({
  legalName: z.nullable(z.string()),
  ingredients: z.nullable(z.string()),
  allergens: z.array(allergenSchema),
  mayContain: z.array(allergenSchema),
  nutrition: z.nullable(nutritionSchema),
  storage: z.nullable(z.string()),
  origin: z.nullable(z.string()),
  instructions: z.nullable(z.string()),
  shelfLifeMonths: z.nullable(z.int()),
  /** Null if the shop is the responsible food business; its name and address are on every page. */
  operator: z.nullable(z.object({ name: z.string(), address: z.string() })),
  warnings: z.array(z.string()),
  certification: z.nullable(z.string()),
})
export type Food = z.infer<typeof foodSchema>

const { allergens, mayContain, warnings } = foodSchema.shape
export const foodSummarySchema = z.object({
  allergens,
  mayContain,
  warnings,
  diets: z.optional(z.array(z.enum(DIETS))),
})
export type FoodSummary = z.infer<typeof foodSummarySchema>
