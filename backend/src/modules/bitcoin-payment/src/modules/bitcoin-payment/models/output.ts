import { model } from "@medusajs/framework/utils"

/** One `txid:vout` that pays an invoice, as the chain source last told it, or a Lightning payment: its hash, and 0. */
export const BitcoinOutput = model.define("bitcoin_output", {
  txid: model.text().primaryKey(),
  vout: model.number().primaryKey(),
  invoice_id: model.text(),
  sats: model.text(),
  status: model.enum(["mempool", "confirmed", "conflicted", "gone", "settled"]),
  height: model.number().nullable(),
  block_hash: model.text().nullable(),
  seen_at: model.dateTime(),
  first_block_at: model.dateTime().nullable(),
  replaces: model.array(),
  /** What verdicts took of it at the quote's rate; null: none has found it in a block. */
  in_time_sats: model.text().nullable(),
  sent_before_order: model.boolean().default(false),
  /** Polls in a row that did not find it; one may be a hiccup of the source, the second is believed. */
  missing_since: model.dateTime().nullable(),
  missing_height: model.number().nullable(),
})
