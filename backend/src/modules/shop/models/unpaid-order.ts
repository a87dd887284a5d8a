import { model } from "@medusajs/framework/utils"

/**
 * An order that is being placed or is not paid yet. Written before the order, by its cart, and deleted when the order is
 * paid or cancelled. The client's network and the e-mail address are kept as keyed hashes only.
 */
export const UnpaidOrder = model
  .define("unpaid_order", {
    cart_id: model.text().primaryKey(),
    client: model.text(),
    /** The client's larger network: one customer may have many IPv6 clients. */
    network: model.text(),
    email: model.text(),
    /** Whether it takes a Bitcoin address as it is placed. */
    is_bitcoin: model.boolean().default(true),
    /** The pieces that the order reserves, by inventory item. */
    pieces: model.json(),
  })
  .indexes([{ on: ["client"] }, { on: ["network"] }, { on: ["email"] }])
