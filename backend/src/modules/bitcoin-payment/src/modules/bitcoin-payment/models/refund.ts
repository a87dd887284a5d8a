import { model } from "@medusajs/framework/utils"

/** A refund that staff made and entered. Its outbox message has Medusa record it and the buyer notified. */
export const BitcoinRefund = model.define("bitcoin_refund", {
  id: model.id({ prefix: "btcref" }).primaryKey(),
  invoice_id: model.text(),
  method: model.enum(["bitcoin", "money"]),
  amount_minor: model.text(),
  /** What was sent; null for a refund of money. */
  sats: model.text().nullable(),
  /** Which of both stayed the same: the satoshis that were paid, or their worth. */
  basis: model.enum(["satoshis", "money"]).default("satoshis"),
  address: model.text().nullable(),
  /** Of a payment by Lightning its payment hash. */
  txid: model.text().nullable(),
  /** What was paid by Lightning, and what proves it: the preimage's SHA-256 is the payment hash. */
  bolt11: model.text().nullable(),
  preimage: model.text().nullable(),
  note: model.text().nullable(),
  by_id: model.text(),
  by_email: model.text(),
  medusa_minor: model.text(),
  medusa_refund_id: model.text().nullable(),
})
