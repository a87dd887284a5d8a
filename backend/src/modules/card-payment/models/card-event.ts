import { model } from "@medusajs/framework/utils"

/** Stored once. Deleted after 60 days: the processor repeats it for three. */
export const CardEvent = model.define("card_event", {
  /** The processor's. */
  id: model.text().primaryKey(),
  type: model.text(),
})
