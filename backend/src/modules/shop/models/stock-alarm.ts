import { model } from "@medusajs/framework/utils"

/** An item at or below the threshold. The row is deleted when there is enough again. */
export const StockAlarm = model.define("stock_alarm", {
  id: model.id({ prefix: "stkalm" }).primaryKey(),
  inventory_item_id: model.text().unique(),
  /** The items that fell in the same check share one mail. */
  alarm_id: model.text(),
})
