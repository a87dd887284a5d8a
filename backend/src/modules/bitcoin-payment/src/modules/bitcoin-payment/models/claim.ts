import { model } from "@medusajs/framework/utils"

/** A transaction id that a buyer sent. It proves nothing and changes nothing. */
export const BitcoinClaim = model.define("bitcoin_claim", {
  id: model.id({ prefix: "btccla" }).primaryKey(),
  invoice_id: model.text(),
  transaction_id: model.text(),
  verdict: model.text(),
  /** How often the chain was asked about it, and when it is asked again; null: never. */
  checks: model.number().default(0),
  next_check_at: model.dateTime().nullable(),
})
