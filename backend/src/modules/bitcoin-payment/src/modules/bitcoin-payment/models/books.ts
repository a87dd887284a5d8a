import { model } from "@medusajs/framework/utils"

/** What one bitcoin cost, as often as the shop looked: the books value movements by it. */
export const BitcoinRate = model.define("bitcoin_rate", {
  id: model.id({ prefix: "btcrate" }).primaryKey(),
  currency: model.text(),
  at: model.dateTime(),
  rate: model.text(),
  source: model.text(),
})

/** A final transaction that spends coins of the shop. */
export const BitcoinSpend = model.define("bitcoin_spend", {
  txid: model.text().primaryKey(),
  /** Its block's time. */
  at: model.dateTime(),
  inputs: model.number(),
  outputs_sats: model.text(),
})

/** What such a transaction paid back to the shop's wallet. */
export const BitcoinOwnCoin = model.define("bitcoin_own_coin", {
  txid: model.text().primaryKey(),
  vout: model.number().primaryKey(),
  sats: model.text(),
  spent_txid: model.text().nullable(),
  spend_asked_at: model.dateTime().nullable(),
})
