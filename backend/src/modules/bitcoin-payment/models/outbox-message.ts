import { model } from "@medusajs/framework/utils"

/** The outbox: something to be done in the world outside, once for each invoice and kind. */
export const BitcoinOutboxMessage = model.define("bitcoin_outbox", {
  id: model.id({ prefix: "btcact" }).primaryKey(),
  invoice_id: model.text(),
  kind: model.text(),
  attempts: model.number().default(0),
  next_attempt_at: model.dateTime(),
  done_at: model.dateTime().nullable(),
  last_error: model.text().nullable(),
  /** When staff were told that it keeps failing. */
  alarmed_at: model.dateTime().nullable(),
})
