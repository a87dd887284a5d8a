import { model } from "@medusajs/framework/utils"

/** Deleted when there is enough again. */
export const StockAlarm = model.define("stock_alarm", {
  id: model.id({ prefix: "stkalm" }).primaryKey(),
  inventory_item_id: model.text().unique(),
  /** Items of the same check share one mail. */
  alarm_id: model.text(),
})
