import { model } from "@medusajs/framework/utils"

/** Each refund address that a buyer gave. The latest applies. A trigger rejects changes. */
export const BitcoinRefundAddress = model.define("bitcoin_refund_address", {
  id: model.id({ prefix: "btcadr" }).primaryKey(),
  invoice_id: model.text(),
  /** Null once the order was anonymised. */
  address: model.text().nullable(),
  came_by: model.enum(["link", "account"]),
})
