import { model } from "@medusajs/framework/utils"

/** One line of a payment's history; only ever appended. */
export const CardTransition = model.define("card_transition", {
  id: model.id({ prefix: "cardtra" }).primaryKey(),
  payment_id: model.text(),
  what: model.text(),
  detail: model.text().nullable(),
  by_email: model.text().nullable(),
})
