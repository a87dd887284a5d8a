import { model } from "@medusajs/framework/utils"

/** For weight texts without one: 180 g for "60 pieces". */
export const NetQuantity = model.define("net_quantity", {
  id: model.id({ prefix: "netq" }).primaryKey(),
  variant_id: model.text().unique(),
  value: model.float(),
  unit: model.enum(["g", "kg", "ml", "l"]),
})
