import { model } from "@medusajs/framework/utils"
import { CASE_KINDS } from "../domain/payment"

export const CardCase = model.define("card_case", {
  id: model.id({ prefix: "cardcase" }).primaryKey(),
  payment_id: model.text(),
  kind: model.enum([...CASE_KINDS]),
  /** What it is about: a processor's payment, refund or dispute. */
  subject: model.text(),
  pence: model.number(),
  detail: model.text(),
  respond_by: model.dateTime().nullable(),
  closed_at: model.dateTime().nullable(),
  closed_by: model.text().nullable(),
  close_reason: model.text().nullable(),
})
