import { model } from "@medusajs/framework/utils"

/**
 * A page of the processor; a payment has one open page at most. Written before the page is requested (`opening`): its id is
 * the request's idempotency key, so a repeated request gets the same page.
 */
export const CardSession = model.define("card_session", {
  id: model.id({ prefix: "cardses" }).primaryKey(),
  payment_id: model.text(),
  processor_id: model.text().nullable(),
  processor_payment_id: model.text().nullable(),
  url: model.text().nullable(),
  state: model.enum(["opening", "open", "complete", "expired", "failed"]),
  expires_at: model.dateTime(),
  error: model.text().nullable(),
})
