import { model } from "@medusajs/framework/utils"
import { OUTBOX_TABLE } from "../../../database"

/** Something to do once, written in the transaction that causes it. Finished messages stay: their keys prevent a repetition. */
export const OutboxMessage = model.define(OUTBOX_TABLE, {
  id: model.id({ prefix: "outmsg" }).primaryKey(),
  topic: model.text(),
  key: model.text().unique(),
  payload: model.json(),
  after_key: model.text().nullable(),
  attempts: model.number().default(0),
  next_attempt_at: model.dateTime(),
  /** While an attempt runs: when another worker may take over. */
  leased_until: model.dateTime().nullable(),
  last_error: model.text().nullable(),
  alerted_at: model.dateTime().nullable(),
  finished_at: model.dateTime().nullable(),
  outcome: model.enum(["done", "skipped", "failed"]).nullable(),
})
