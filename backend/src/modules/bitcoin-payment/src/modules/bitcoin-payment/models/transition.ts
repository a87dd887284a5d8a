import { model } from "@medusajs/framework/utils"

/** Only ever appended. */
export const BitcoinTransition = model.define("bitcoin_transition", {
  id: model.id({ prefix: "btctra" }).primaryKey(),
  invoice_id: model.text(),
  sequence: model.number(),
  from_state: model.text(),
  to_state: model.text(),
  cause: model.text(),
})
