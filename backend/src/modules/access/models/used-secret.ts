import { model } from "@medusajs/framework/utils"

/** A code or link of staff that has been used. Its row alone decides which of two calls at once was first. */
export const UsedSecret = model
  .define("used_secret", {
    id: model.id({ prefix: "usedsec" }).primaryKey(),
    secret_hash: model.text().unique(),
    expires_at: model.dateTime(),
  })
  .indexes([{ on: ["expires_at"] }])
