import { model } from "@medusajs/framework/utils"

/** An address that the merchant pays to themselves: a used address ends a run of unpaid ones. It belongs to no invoice. */
export const BitcoinOwnAddress = model.define("bitcoin_own_address", {
  id: model.id({ prefix: "btcown" }).primaryKey(),
  wallet_id: model.text(),
  address_index: model.number(),
  address: model.text().unique(),
  by_id: model.text(),
  by_email: model.text(),
  /** When the chain source first knew of a payment to it. */
  seen_at: model.dateTime().nullable(),
})
