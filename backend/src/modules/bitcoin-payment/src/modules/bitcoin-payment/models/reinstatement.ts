import { model } from "@medusajs/framework/utils"

/** A cancelled order that staff are reopening. It is deleted when their action is stored, or the order is as it was. */
export const BitcoinReinstatement = model.define("bitcoin_reinstatement", {
  id: model.id({ prefix: "btcrein" }).primaryKey(),
  order_id: model.text().unique(),
  invoice_id: model.text(),
  /** Of the action's audit entry. */
  idempotency_key: model.text(),
})
