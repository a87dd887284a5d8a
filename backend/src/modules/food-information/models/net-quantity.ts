import { model } from "@medusajs/framework/utils"

/** A variant's net quantity where its weight text does not say it: 180 g of "60 gummies". */
export const NetQuantity = model.define("net_quantity", {
  id: model.id({ prefix: "netq" }).primaryKey(),
  variant_id: model.text().unique(),
  value: model.float(),
  unit: model.enum(["g", "kg", "ml", "l"]),
})
