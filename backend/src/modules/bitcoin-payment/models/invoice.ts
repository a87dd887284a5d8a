import { model } from "@medusajs/framework/utils"
import { INVOICE_STATES } from "@shop/contracts"

/**
 * A request for an exact number of satoshis to one address. Amounts are `numeric` in the database and digits here:
 * a 32-bit column would end at 21 bitcoin.
 */
export const BitcoinInvoice = model.define("bitcoin_invoice", {
  id: model.id({ prefix: "btcinv" }).primaryKey(),
  order_id: model.text(),
  session_id: model.text(),
  /** 0 is the first quote of a payment session; each renewal has an address of its own. */
  renewal: model.number().default(0),
  wallet_id: model.text(),
  address_index: model.number(),
  address: model.text().unique(),
  price_pence: model.text(),
  due_sats: model.text(),
  rate: model.text(),
  rate_source: model.text(),
  rate_at: model.dateTime(),
  expires_at: model.dateTime(),
  state: model.enum([...INVOICE_STATES]),
  version: model.number().default(0),
  received_sats: model.text(),
  confirmations: model.number().default(0),
  captured_at: model.dateTime().nullable(),
  closed_at: model.dateTime().nullable(),
  closed_how: model.text().nullable(),
  /** What staff took as enough, late or short as it was. */
  accepted_sats: model.text().nullable(),
  settled_by_hand: model.boolean().default(false),
  /** What had come when staff gave the last of it back. */
  returned_sats: model.text().nullable(),
  last_poll_at: model.dateTime(),
  /** Somebody (a buyer's claim that proved true) asks for the next poll, out of turn. */
  poll_requested: model.boolean().default(false),
})
