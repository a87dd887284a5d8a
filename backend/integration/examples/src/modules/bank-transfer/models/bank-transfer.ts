import { model } from "@medusajs/framework/utils"

/** A transfer that staff found on the account's statement; at most one for each payment session. */
export const BankTransfer = model.define("bank_transfer", {
  id: model.id({ prefix: "transfer" }).primaryKey(),
  session_id: model.text().unique(),
  confirmed_by: model.text(),
  reason: model.text(),
})
