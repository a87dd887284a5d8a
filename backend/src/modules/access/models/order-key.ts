import { model } from "@medusajs/framework/utils"

/** What opens one order without an account: each mail carries a secret of its own; here is only its hash. */
export const OrderKey = model
  .define("order_key", {
    id: model.id({ prefix: "ordkey" }).primaryKey(),
    secret_hash: model.text().unique(),
    order_id: model.text(),
    expires_at: model.dateTime(),
  })
  .indexes([{ on: ["order_id"] }, { on: ["expires_at"] }])
