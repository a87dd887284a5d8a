import { model } from "@medusajs/framework/utils"

/** By whom, why, and what was outstanding. */
export const UnpaidRelease = model.define("unpaid_release", {
  id: model.id({ prefix: "unprel" }).primaryKey(),
  order_id: model.text().unique(),
  by_id: model.text(),
  by_email: model.text(),
  reason: model.text(),
  outstanding_pence: model.number(),
})
