import { model } from "@medusajs/framework/utils"

/** Something about a payment that needs a person: the staff's inbox. It closes automatically when a poll or a retry resolves it. */
export const BitcoinCase = model.define("bitcoin_case", {
  id: model.id({ prefix: "btccase" }).primaryKey(),
  invoice_id: model.text(),
  /** `payment`: the payment is in review. `outbox`: one of its messages keeps failing. */
  kind: model.enum(["payment", "outbox"]).default("payment"),
  reason: model.text(),
  closed_at: model.dateTime().nullable(),
  closed_by: model.text().nullable(),
})
