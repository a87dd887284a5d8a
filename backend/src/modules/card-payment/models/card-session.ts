import { model } from "@medusajs/framework/utils"

/**
 * One page of the processor. Written before the page is requested (`opening`), and its id is the request's idempotency key: a
 * repeated request gets the same page. A payment has one open page at most.
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
