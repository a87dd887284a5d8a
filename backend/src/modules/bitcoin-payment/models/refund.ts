import { model } from "@medusajs/framework/utils"

/** Money that staff gave back, as they recorded it. Until `recorded_at` it waits to be told to Medusa and to the buyer. */
export const BitcoinRefund = model.define("bitcoin_refund", {
  id: model.id({ prefix: "btcref" }).primaryKey(),
  invoice_id: model.text(),
  method: model.enum(["bitcoin", "pounds"]),
  /** What of the payment it settles, in pence at the invoice's rate. */
  pence: model.text(),
  /** What was sent, where it went in bitcoin. */
  sats: model.text().nullable(),
  address: model.text().nullable(),
  txid: model.text().nullable(),
  /** How it went back in pounds, or what else should be known. */
  note: model.text().nullable(),
  by_id: model.text(),
  by_email: model.text(),
  /** The part that the order's books hold; the rest was a surplus, which they never knew. */
  medusa_pence: model.text(),
  /** Medusa's own row of it. */
  medusa_refund_id: model.text().nullable(),
  recorded_at: model.dateTime().nullable(),
  attempts: model.number().default(0),
  next_attempt_at: model.dateTime(),
  last_error: model.text().nullable(),
})
