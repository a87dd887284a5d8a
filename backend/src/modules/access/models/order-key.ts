import { model } from "@medusajs/framework/utils"

/** A key that opens one order without an account. Each mail contains a different secret; only its hash is stored. */
export const OrderKey = model
  .define("order_key", {
    id: model.id({ prefix: "ordkey" }).primaryKey(),
    secret_hash: model.text().unique(),
    order_id: model.text(),
    is_mailed: model.boolean().default(false),
    /** When a browser first came with a mailed one: the address is the buyer's. */
    opened_at: model.dateTime().nullable(),
    expires_at: model.dateTime(),
  })
  .indexes([{ on: ["order_id"] }, { on: ["expires_at"] }])
