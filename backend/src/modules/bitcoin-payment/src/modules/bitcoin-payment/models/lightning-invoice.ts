import { model } from "@medusajs/framework/utils"

/** The Lightning half of an invoice, at most one: the same amount, until the same end. Once paid it has a row in `bitcoin_output`. */
export const BitcoinLightningInvoice = model.define("bitcoin_lightning_invoice", {
  payment_hash: model.text().primaryKey(),
  invoice_id: model.text().unique(),
  /** BOLT 11 */
  bolt11: model.text(),
  expires_at: model.dateTime(),
  /** When the node is asked about it again; null: not any more. */
  next_look_at: model.dateTime().nullable(),
  /** Since when the node does not answer: nobody is asked to pay it meanwhile. */
  unreachable_since: model.dateTime().nullable(),
  /** The node lets nobody pay it any more. */
  ended_at: model.dateTime().nullable(),
  /** By the node's clock. */
  settled_at: model.dateTime().nullable(),
  /** Gross, in thousandths of a satoshi. */
  received_msat: model.text().nullable(),
  /** Proves the payment: its SHA-256 is the payment hash. */
  preimage: model.text().nullable(),
})
