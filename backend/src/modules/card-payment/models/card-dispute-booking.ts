import { model } from "@medusajs/framework/utils"

/** What a dispute moved in the shop's balance at the processor, under the processor's id and time. */
export const CardDisputeBooking = model.define("card_dispute_booking", {
  id: model.text().primaryKey(),
  payment_id: model.text(),
  processor_payment_id: model.text(),
  dispute_id: model.text(),
  /** Below zero: taken back for the cardholder. */
  pence: model.number(),
  fee_pence: model.number(),
})
