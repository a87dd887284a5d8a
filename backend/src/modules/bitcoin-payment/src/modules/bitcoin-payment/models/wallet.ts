import { model } from "@medusajs/framework/utils"

/** A watch-only key and the next address it will give out. A retired wallet stays watched. */
export const BitcoinWallet = model.define("bitcoin_wallet", {
  id: model.id({ prefix: "btcwal" }).primaryKey(),
  descriptor: model.text().unique(),
  network: model.text(),
  next_index: model.number().default(0),
  retired_at: model.dateTime().nullable(),
  last_poll_at: model.dateTime().nullable(),
  last_failure: model.text().nullable(),
  failing_since: model.dateTime().nullable(),
  tip_time: model.dateTime().nullable(),
  tip_height: model.number().nullable(),
  tip_hash: model.text().nullable(),
  tip_source: model.text().nullable(),
  clock_offset_seconds: model.number().nullable(),
  source_failure: model.text().nullable(),
  source_failing_since: model.dateTime().nullable(),
  /** Which process polled last: host and process id. */
  polled_by: model.text().nullable(),
  /** How many unused addresses in a row staff say that the wallet's software scans; null: what the settings say. */
  gap_limit: model.number().nullable(),
  /** The operator asks for the past to be searched again from this block on; −1: from the wallet's birth. */
  rescan_from: model.number().nullable(),
})
