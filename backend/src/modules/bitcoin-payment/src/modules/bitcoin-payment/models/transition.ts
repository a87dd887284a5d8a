import { model } from "@medusajs/framework/utils"

/** One line of an invoice's history; only ever appended. */
export const BitcoinTransition = model.define("bitcoin_transition", {
  id: model.id({ prefix: "btctra" }).primaryKey(),
  invoice_id: model.text(),
  sequence: model.number(),
  from_state: model.text(),
  to_state: model.text(),
  cause: model.text(),
})
