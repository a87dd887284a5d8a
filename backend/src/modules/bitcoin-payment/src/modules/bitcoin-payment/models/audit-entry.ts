import { model } from "@medusajs/framework/utils"
import { STAFF_ACTIONS } from "../../../domain/action-forms"

/** The audit log of staff actions. Append-only: a trigger rejects updates and deletes. */
export const BitcoinAuditEntry = model.define("bitcoin_audit_entry", {
  id: model.id({ prefix: "btcaudit" }).primaryKey(),
  invoice_id: model.text(),
  action: model.enum([...STAFF_ACTIONS]),
  /** `action:invoice:key`. A repeated request is carried out once. */
  idempotency_key: model.text().unique(),
  by_id: model.text(),
  by_email: model.text(),
  reason: model.text().nullable(),
  /** The figures at that moment. */
  detail: model.json(),
})
