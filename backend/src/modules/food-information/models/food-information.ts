import { model } from "@medusajs/framework/utils"

/** A draft's may be empty. `allergens` null means not declared, an empty list none. */
export const FoodInformation = model.define("food_information", {
  id: model.id({ prefix: "food" }).primaryKey(),
  product_id: model.text().unique(),
  legal_name: model.text().nullable(),
  ingredients: model.text().nullable(),
  allergens: model.array().nullable(),
  may_contain: model.array().nullable(),
  nutrition: model.json().nullable(),
  is_nutrition_exempt: model.boolean().default(false),
  storage: model.text().nullable(),
  origin: model.text().nullable(),
  instructions: model.text().nullable(),
  shelf_life_months: model.number().nullable(),
  operator_name: model.text().nullable(),
  operator_address: model.text().nullable(),
  warnings: model.array().nullable(),
  certification: model.text().nullable(),
})
