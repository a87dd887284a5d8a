import { model } from "@medusajs/framework/utils"

/** What the buyer wants written on a card, one for an order. */
export const GiftNote = model.define("gift_note", {
  id: model.id({ prefix: "gift" }).primaryKey(),
  order_id: model.text().unique(),
  words: model.text(),
  /** Who it is from; empty where the words say so. */
  signed: model.text().nullable(),
})
