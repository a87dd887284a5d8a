import { model } from "@medusajs/framework/utils"

/** The text of a gift card; at most one per order. */
export const GiftNote = model.define("gift_note", {
  id: model.id({ prefix: "gift" }).primaryKey(),
  order_id: model.text().unique(),
  words: model.text(),
  /** The sender's name; null if the text contains it. */
  signed: model.text().nullable(),
})
