import { model } from "@medusajs/framework/utils"
import { STAFF_ACTIONS } from "../domain/invoice-details"

/** Who of the staff did what about a payment, when and why. Only ever appended: the database refuses anything else. */
export const BitcoinAuditEntry = model.define("bitcoin_audit_entry", {
  id: model.id({ prefix: "btcaudit" }).primaryKey(),
  invoice_id: model.text(),
  action: model.enum([...STAFF_ACTIONS]),
  /** One press of a button, however often it arrives. */
  idempotency_key: model.text().unique(),
  by_id: model.text(),
  by_email: model.text(),
  reason: model.text().nullable(),
  /** What it was about in figures, as it stood then. */
  detail: model.json(),
})
