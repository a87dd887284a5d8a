import { model } from "@medusajs/framework/utils"

/** Something about a payment that needs a person: the staff's inbox. It closes by itself when the chain mends it. */
export const BitcoinCase = model.define("bitcoin_case", {
  id: model.id({ prefix: "btccase" }).primaryKey(),
  invoice_id: model.text(),
  reason: model.text(),
  closed_at: model.dateTime().nullable(),
  closed_by: model.text().nullable(),
})
