import type { InferTypeOf } from "@medusajs/framework/types"
import { toCamelCase } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { QUANTITY_UNITS } from "@shop/contracts"
import { declaredFactsSchema } from "@shop/contracts/staff"
import type { FoodInformation } from "../models/food-information"
import type { FoodFacts } from "./facts"

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ""
/** The column of a fact: `legal_name` of `legalName`. */
export type FactColumn = SnakeCase<keyof FoodFacts>

type FactsRow = Pick<InferTypeOf<typeof FoodInformation>, "product_id" | FactColumn>

/** A row of `food_information` as facts: its columns are their names in snake_case. */
export const foodRow = z
  .record(z.string(), z.unknown())
  .transform((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [toCamelCase(name), value])),
  )
  .transform((facts) => ({ ...facts, mayContain: facts.mayContain ?? [], warnings: facts.warnings ?? [] }))
  .transform((facts): FoodFacts => z.core.parse(declaredFactsSchema, facts))

export const netQuantityRow = z.object({ value: z.number(), unit: z.enum(QUANTITY_UNITS) })

export const NOTHING_SAID: FoodFacts = {
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

export function rowOf(productId: string, facts: FoodFacts): FactsRow {
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
