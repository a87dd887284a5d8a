import { model } from "@medusajs/framework/utils"

/** One unsigned transaction that pays several refunds. It ends when a block spends one of its coins. */
export const BitcoinRefundBatch = model.define("bitcoin_refund_batch", {
  id: model.id({ prefix: "btcbat" }).primaryKey(),
  wallet_id: model.text(),
  idempotency_key: model.text().unique(),
  /** BIP174, in base64; null once the batch has ended. */
  psbt: model.text().nullable(),
  fee_sats: model.text(),
  change_sats: model.text(),
  change_index: model.number(),
  by_id: model.text(),
  by_email: model.text(),
  /** What spends its coins, as last seen. */
  spent_txid: model.text().nullable(),
  /** It may be signed all the same, so it stays watched. Its coins and refunds are free. */
  discarded_at: model.dateTime().nullable(),
  ended_at: model.dateTime().nullable(),
})

export const BitcoinRefundPayout = model.define("bitcoin_refund_payout", {
  id: model.id({ prefix: "btcout" }).primaryKey(),
  batch_id: model.text(),
  invoice_id: model.text(),
  /** Null once the order was anonymised. */
  address: model.text().nullable(),
  sats: model.text(),
  basis: model.enum(["satoshis", "money"]).default("satoshis"),
  amount_minor: model.text(),
  /** While its batch is neither discarded nor ended. */
  is_open: model.boolean().default(true),
  /** `recorded`, `unpaid`, or why a payment that was made could not be recorded: then it is a case until staff close it. */
  outcome: model.text().nullable(),
  closed_by: model.text().nullable(),
})

export const BitcoinRefundCoin = model.define("bitcoin_refund_coin", {
  id: model.id({ prefix: "btccoin" }).primaryKey(),
  batch_id: model.text(),
  txid: model.text(),
  vout: model.number(),
  is_open: model.boolean().default(true),
})
