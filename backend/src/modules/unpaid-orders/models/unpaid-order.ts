import { model } from "@medusajs/framework/utils"

/**
 * An order that is being placed or is not paid yet. Written before the order, by its cart, and deleted when the order is
 * paid or cancelled. The client's network and the e-mail address are kept as keyed hashes only.
 */
export const UnpaidOrder = model
  .define("unpaid_order", {
    cart_id: model.text().primaryKey(),
    client: model.text(),
    email: model.text(),
    /** The pieces that the order reserves, by inventory item. */
    pieces: model.json(),
  })
  .indexes([{ on: ["client"] }, { on: ["email"] }])
