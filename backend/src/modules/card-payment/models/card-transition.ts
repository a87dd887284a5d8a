import { model } from "@medusajs/framework/utils"
import { HISTORY_CODES } from "../domain/payment"

/** One line of a payment's history; only ever appended. */
export const CardTransition = model.define("card_transition", {
  id: model.id({ prefix: "cardtra" }).primaryKey(),
  payment_id: model.text(),
  code: model.enum([...HISTORY_CODES]),
  /** An id of the processor, its words, or the reason that staff gave. */
  detail: model.text().nullable(),
  by_email: model.text().nullable(),
})
