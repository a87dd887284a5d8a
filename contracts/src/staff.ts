import * as z from "zod/mini"
import {
  allergenSchema,
  netQuantitySchema,
  nutritionSchema,
  unitPriceSchema,
  vatCategorySchema,
} from "./food"
import { poundsSchema } from "./money"

/** What our own calls under /admin answer. Apart from the rest, so that no shopper's browser loads it. */
const text = z.nullable(z.string())

/** What staff have said of a food; null is not said yet, `allergens: []` that there are none. */
const foodFactsSchema = z.object({
  legalName: text,
  ingredients: text,
  allergens: z.nullable(z.array(allergenSchema)),
  mayContain: z.array(allergenSchema),
  nutrition: z.nullable(nutritionSchema),
  storage: text,
  origin: text,
  instructions: text,
  shelfLifeMonths: z.nullable(z.int()),
  operatorName: text,
  operatorAddress: text,
  warnings: z.array(z.string()),
  certification: text,
})
export type FoodFactsView = z.infer<typeof foodFactsSchema>

const missingSchema = z.object({ field: z.string(), words: z.string() })

/** `GET` and `POST /admin/products/{id}/food-information` */
export const productFactsSchema = z.object({
  id: z.string(),
  title: z.string(),
  status: z.string(),
  isFood: z.boolean(),
  badge: text,
  isFeatured: z.boolean(),
  /** Null: taxed by a rate of the staff's own. */
  vat: z.nullable(vatCategorySchema),
  facts: foodFactsSchema,
  variants: z.array(
    z.object({
      id: z.string(),
      sku: text,
      weight: z.string(),
      /** Said beside the weight text; null where that says it. */
      stated: z.nullable(netQuantitySchema),
      netQuantity: z.nullable(netQuantitySchema),
      price: z.nullable(poundsSchema),
      unitPrice: z.nullable(unitPriceSchema),
    }),
  ),
  /** What is missing before it can be sold. */
  missing: z.array(missingSchema),
})
export type ProductFactsView = z.infer<typeof productFactsSchema>

/** The body of `POST /admin/products/{id}/food-information`, as the form sends it; the server looks into it. */
export interface SaveProductFacts {
  facts: FoodFactsView
  badge: string | null
  isFeatured: boolean
  vat: z.infer<typeof vatCategorySchema> | null
  variants: {
    id: string
    weight: string
    netQuantity: z.infer<typeof netQuantitySchema> | null
  }[]
  /** Puts it on sale as well. */
  publish: boolean
}

/** How one of our calls under /admin refuses: a sentence, and one for each field that is wrong. */
export const staffRejectionSchema = z.object({
  message: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})

/** `GET /admin/stock-overview`: one row for each product. */
export const STOCK_VIEWS = ["all", "incomplete", "low", "sold-out"] as const
export const stockOverviewSchema = z.object({
  total: z.int(),
  rows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      image: text,
      status: z.string(),
      badge: text,
      isFeatured: z.boolean(),
      vat: z.nullable(vatCategorySchema),
      missing: z.array(missingSchema),
      variants: z.array(
        z.object({
          id: z.string(),
          weight: z.string(),
          /** Null where nothing is counted. */
          stock: z.nullable(z.int()),
          price: z.nullable(poundsSchema),
        }),
      ),
    }),
  ),
})
export type StockOverview = z.infer<typeof stockOverviewSchema>

/** `POST /admin/stock-overview/csv`: what a file would change, line by line, or has changed. */
export const importReportSchema = z.object({
  isApplied: z.boolean(),
  /** Names what was looked at: applying asks for exactly this. */
  plan: z.string(),
  counts: z.object({ add: z.int(), change: z.int(), same: z.int(), wrong: z.int() }),
  lines: z.array(
    z.object({
      line: z.int(),
      name: z.string(),
      action: z.enum(["add", "change", "same", "wrong"]),
      changes: z.array(z.object({ column: z.string(), from: z.string(), to: z.string() })),
      problems: z.array(z.string()),
    }),
  ),
})
export type ImportReport = z.infer<typeof importReportSchema>
