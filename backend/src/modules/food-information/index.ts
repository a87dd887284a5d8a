import { Module } from "@medusajs/framework/utils"
import FoodInformationService from "./service"

export { dietReasons, dietsOf } from "./domain/diets"
export { foodFactsSchema, type FoodFacts } from "./domain/facts"
export { markedWords, withoutExplanations } from "./domain/ingredients"
export { missingFacts, type Missing } from "./domain/missing-facts"
export { netQuantityIn, unitPriceOf } from "./domain/net-quantity"
export { foodRow, netQuantityRow, NOTHING_SAID, rowOf, type FactColumn } from "./domain/rows"

export const FOOD_INFORMATION = "foodInformation"

export default Module(FOOD_INFORMATION, { service: FoodInformationService })

declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [FOOD_INFORMATION]: FoodInformationService
  }
}
