import { model } from "@medusajs/framework/utils"

/** A payment in review, which needs a person: a part of the staff's inbox. It closes automatically when a poll resolves it. */
export const BitcoinCase = model.define("bitcoin_case", {
  id: model.id({ prefix: "btccase" }).primaryKey(),
  invoice_id: model.text(),
  reason: model.text(),
  closed_at: model.dateTime().nullable(),
  closed_by: model.text().nullable(),
})
