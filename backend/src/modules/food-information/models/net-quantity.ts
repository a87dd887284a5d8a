import { model } from "@medusajs/framework/utils"

/** The net quantity of a variant whose weight text does not contain it: 180 g for "60 pieces". */
export const NetQuantity = model.define("net_quantity", {
  id: model.id({ prefix: "netq" }).primaryKey(),
  variant_id: model.text().unique(),
  value: model.float(),
  unit: model.enum(["g", "kg", "ml", "l"]),
})
