import { model } from "@medusajs/framework/utils"

/** Something about a payment that needs a person: the staff's inbox. It closes by itself when the chain, or another try, mends it. */
export const BitcoinCase = model.define("bitcoin_case", {
  id: model.id({ prefix: "btccase" }).primaryKey(),
  invoice_id: model.text(),
  /** `payment`: its money needs a person. `outbox`: something that has to be done about it keeps failing. */
  kind: model.enum(["payment", "outbox"]).default("payment"),
  reason: model.text(),
  closed_at: model.dateTime().nullable(),
  closed_by: model.text().nullable(),
})
