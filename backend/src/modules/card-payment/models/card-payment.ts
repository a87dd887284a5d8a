import { model } from "@medusajs/framework/utils"
import { DISPUTE_STATES } from "../domain/disputes"
import { CLOSED_HOW, PAYMENT_STATES } from "../domain/payment"

/** The payment of one order by card, one for each of Medusa's payment sessions. */
export const CardPayment = model.define("card_payment", {
  id: model.id({ prefix: "cardpay" }).primaryKey(),
  order_id: model.text(),
  session_id: model.text().unique(),
  pence: model.number(),
  currency: model.text(),
  payable_until: model.dateTime(),
  state: model.enum([...PAYMENT_STATES]),
  closed_at: model.dateTime().nullable(),
  closed_how: model.enum([...CLOSED_HOW]).nullable(),
  captured_at: model.dateTime().nullable(),
  processor_payment_id: model.text().nullable(),
  received_pence: model.number().default(0),
  fee_pence: model.number().nullable(),
  /** Null: never disputed, or the shop won. */
  dispute: model.enum([...DISPUTE_STATES]).nullable(),
  disputed_pence: model.number().default(0),
  dispute_fee_pence: model.number().default(0),
  brand: model.text().nullable(),
  last4: model.text().nullable(),
  wallet: model.text().nullable(),
  declined_at: model.dateTime().nullable(),
  version: model.number().default(0),
  /** When the processor is read again; null: never. */
  next_poll_at: model.dateTime().nullable(),
  last_poll_at: model.dateTime().nullable(),
  poll_failures: model.number().default(0),
  poll_error: model.text().nullable(),
})
