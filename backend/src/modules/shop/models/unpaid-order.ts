import { model } from "@medusajs/framework/utils"

/** Written before its order, deleted when that is paid or cancelled. Client, network and e-mail address are keyed hashes. */
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
