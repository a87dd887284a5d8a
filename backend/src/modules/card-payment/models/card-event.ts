import { model } from "@medusajs/framework/utils"

export const CardEvent = model.define("card_event", {
  id: model.text().primaryKey(),
  type: model.text(),
})
