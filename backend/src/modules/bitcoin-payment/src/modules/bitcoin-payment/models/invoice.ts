import { model } from "@medusajs/framework/utils"
import { CLOSED_HOW, INVOICE_STATES } from "../../../domain/invoice"

/** Amounts are `numeric` in the database and digits here: a 32-bit column would end at 21 bitcoin. */
export const BitcoinInvoice = model.define("bitcoin_invoice", {
  id: model.id({ prefix: "btcinv" }).primaryKey(),
  order_id: model.text(),
  session_id: model.text(),
  renewal: model.number().default(0),
  wallet_id: model.text(),
  address_index: model.number(),
  address: model.text().unique(),
  /** In minor units of the currency: pence, cents. */
  price_minor: model.text(),
  /** ISO 4217, capital letters. */
  currency: model.text(),
  due_sats: model.text(),
  tolerance_sats: model.text().default("0"),
  rate: model.text(),
  rate_source: model.text(),
  rate_at: model.dateTime(),
  /** The chain's height at the last poll before it was opened: money in older blocks was not sent for it. */
  opened_at_height: model.number().nullable(),
  expires_at: model.dateTime(),
  first_block_by: model.dateTime(),
  required_confirmations: model.number(),
  /** 2: it is settled, or expires, only if two sources agree. */
  required_sources: model.number(),
  /** Since when they differ, and what each says. */
  disputed_since: model.dateTime().nullable(),
  dispute: model.text().nullable(),
  state: model.enum([...INVOICE_STATES]),
  version: model.number().default(0),
  received_sats: model.text(),
  /** What of it has enough confirmations, and what of that is beyond what the order takes and undecided. */
  settled_sats: model.text().default("0"),
  surplus_minor: model.text().default("0"),
  confirmations: model.number().default(0),
  captured_at: model.dateTime().nullable(),
  closed_at: model.dateTime().nullable(),
  closed_how: model.enum([...CLOSED_HOW]).nullable(),
  accepted_sats: model.text().nullable(),
  by_hand_sats: model.text().nullable(),
  returned_sats: model.text().nullable(),
  decided_surplus_minor: model.text().default("0"),
  explained_sats: model.text().default("0"),
  last_poll_at: model.dateTime(),
  /** Requested for the next poll, before its turn, such as by a buyer's claim that proved true. */
  poll_requested: model.boolean().default(false),
  /** When the watcher polls it again, and why the last polls of it alone failed. */
  next_poll_at: model.dateTime(),
  poll_failures: model.number().default(0),
  poll_error: model.text().nullable(),
  /** When its order page was last open: a buyer who is about to pay reads the address there. */
  viewed_at: model.dateTime().nullable(),
})
