import { model } from "@medusajs/framework/utils"

/** A refund that staff made and entered. While `recorded_at` is null, Medusa has not recorded it and the buyer is not notified. */
export const BitcoinRefund = model.define("bitcoin_refund", {
  id: model.id({ prefix: "btcref" }).primaryKey(),
  invoice_id: model.text(),
  method: model.enum(["bitcoin", "pounds"]),
  /** How much of the payment it returns, in pence at the invoice's rate. */
  pence: model.text(),
  /** What was sent; null for a refund in pounds. */
  sats: model.text().nullable(),
  address: model.text().nullable(),
  txid: model.text().nullable(),
  /** How it was refunded in pounds, or a remark. */
  note: model.text().nullable(),
  by_id: model.text(),
  by_email: model.text(),
  /** The part that Medusa records. The rest was a surplus, which Medusa never captured. */
  medusa_pence: model.text(),
  medusa_refund_id: model.text().nullable(),
  recorded_at: model.dateTime().nullable(),
  attempts: model.number().default(0),
  next_attempt_at: model.dateTime(),
  last_error: model.text().nullable(),
})
