import { model } from "@medusajs/framework/utils"

/** Money returned to a card: by staff, by the shop (a late payment), or at the processor. */
export const CardRefund = model.define("card_refund", {
  id: model.id({ prefix: "cardref" }).primaryKey(),
  payment_id: model.text(),
  /** The processor's payment that it returns; a second charge is another one than the order's. */
  processor_payment_id: model.text(),
  processor_refund_id: model.text().nullable(),
  pence: model.number(),
  status: model.enum(["requested", "pending", "succeeded", "failed"]),
  source: model.enum(["staff", "shop", "processor"]),
  reason: model.text(),
  by_id: model.text().nullable(),
  by_email: model.text().nullable(),
  /** One for each click of staff; null for others. */
  idempotency_key: model.text().nullable(),
  medusa_refund_id: model.text().nullable(),
  recorded_at: model.dateTime().nullable(),
  error: model.text().nullable(),
})
