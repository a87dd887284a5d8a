import { z } from "@medusajs/framework/zod"
import { ALLERGENS, nutritionSchema, QUANTITY_UNITS } from "@shop/contracts"
import type { FoodFacts } from "./facts"

const text = z.string().nullable()
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullable()
    .transform((items) => items ?? [])

/** A row of `food_information`. */
export const foodRow = z.object({
  product_id: z.string(),
  legal_name: text,
  ingredients: text,
  allergens: z.array(z.enum(ALLERGENS)).nullable(),
  may_contain: list(z.enum(ALLERGENS)),
  nutrition: z.unknown().transform((table) => (table === null ? null : z.core.parse(nutritionSchema, table))),
  is_nutrition_exempt: z.boolean(),
  storage: text,
  origin: text,
  instructions: text,
  shelf_life_months: z.int().nullable(),
  operator_name: text,
  operator_address: text,
  warnings: list(z.string()),
  certification: text,
})

/** The net quantity that staff entered for a variant. */
export const netQuantityRow = z.object({ value: z.number(), unit: z.enum(QUANTITY_UNITS) })

const NOTHING_SAID: FoodFacts = {
  legalName: null,
  ingredients: null,
  allergens: null,
  mayContain: [],
  nutrition: null,
  isNutritionExempt: false,
  storage: null,
  origin: null,
  instructions: null,
  shelfLifeMonths: null,
  operatorName: null,
  operatorAddress: null,
  warnings: [],
  certification: null,
}

/** The facts of a row; all missing if there is no row. */
export function factsOf(row: z.output<typeof foodRow> | null): FoodFacts {
  if (!row) return NOTHING_SAID
  return {
    legalName: row.legal_name,
    ingredients: row.ingredients,
    allergens: row.allergens,
    mayContain: row.may_contain,
    nutrition: row.nutrition,
    isNutritionExempt: row.is_nutrition_exempt,
    storage: row.storage,
    origin: row.origin,
    instructions: row.instructions,
    shelfLifeMonths: row.shelf_life_months,
    operatorName: row.operator_name,
    operatorAddress: row.operator_address,
    warnings: row.warnings,
    certification: row.certification,
  }
}

/** The row of these facts. */
export function rowOf(productId: string, facts: FoodFacts) {
  return {
    product_id: productId,
    legal_name: facts.legalName,
    ingredients: facts.ingredients,
    allergens: facts.allergens,
    may_contain: facts.mayContain,
    nutrition: facts.nutrition,
    is_nutrition_exempt: facts.isNutritionExempt,
    storage: facts.storage,
    origin: facts.origin,
    instructions: facts.instructions,
    shelf_life_months: facts.shelfLifeMonths,
    operator_name: facts.operatorName,
    operator_address: facts.operatorAddress,
    warnings: facts.warnings,
    certification: facts.certification,
  }
}
