import { ALLERGENS } from "@shop/contracts"
import { allergenWords } from "@shop/contracts/staff"
import { markedWords, type FoodFacts } from "../../modules/food-information"
import type { FoodProduct } from "./catalogue/schema"

/** The food information of a catalogue product; the shop itself is the food business. */
export function factsOfProduct(product: FoodProduct): FoodFacts {
  const marked = markedWords(product.ingredients).flatMap(allergenWords)
  return {
    legalName: product.legalName,
    ingredients: product.ingredients,
    allergens: ALLERGENS.filter((allergen) => marked.includes(allergen)),
    mayContain: product.mayContain,
    nutrition: product.nutrition === "exempt" ? null : product.nutrition,
    isNutritionExempt: product.nutrition === "exempt",
    storage: product.storage,
    origin: product.origin,
    instructions: product.instructions,
    shelfLifeMonths: product.shelfLifeMonths,
    operatorName: null,
    operatorAddress: null,
    warnings: product.warnings,
    certification: product.certification,
  }
}
