import { model } from "@medusajs/framework/utils"

/** Something is running out; the row goes when there is enough of it again. */
export const StockAlarm = model.define("stock_alarm", {
  id: model.id({ prefix: "stkalm" }).primaryKey(),
  inventory_item_id: model.text().unique(),
  /** What fell at the same look is told in one letter: the letter's name. */
  alarm_id: model.text(),
  notified_at: model.dateTime().nullable(),
})
