import { model } from "@medusajs/framework/utils"

/** A release of an unpaid order for shipping: by whom, why, and the outstanding amount. */
export const UnpaidRelease = model.define("unpaid_release", {
  id: model.id({ prefix: "unprel" }).primaryKey(),
  order_id: model.text(),
  by_id: model.text(),
  by_email: model.text(),
  reason: model.text(),
  outstanding_pence: model.number(),
  /** A release covers no later difference. */
  total_pence: model.number(),
  /** Of its card payment at that time. */
  dispute: model.text().nullable(),
})
