import { model } from "@medusajs/framework/utils"

/** Where a buyer wants their money back, each time they said so. The latest holds; the database lets nobody change one. */
export const BitcoinRefundAddress = model.define("bitcoin_refund_address", {
  id: model.id({ prefix: "btcadr" }).primaryKey(),
  invoice_id: model.text(),
  /** Null once the order was made anonymous. */
  address: model.text().nullable(),
  /** How whoever said it got in: by the secret link of a mail, or signed in. */
  came_by: model.enum(["link", "account"]),
  /** When buyer and staff were written to. */
  notified_at: model.dateTime().nullable(),
})
