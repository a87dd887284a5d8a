import { model } from "@medusajs/framework/utils"

/** What staff said of the wallet's software. Append-only: a trigger rejects updates and deletes. */
export const BitcoinWalletChange = model.define("bitcoin_wallet_change", {
  id: model.id({ prefix: "btcwch" }).primaryKey(),
  wallet_id: model.text(),
  gap_limit: model.number(),
  by_id: model.text(),
  by_email: model.text(),
})
