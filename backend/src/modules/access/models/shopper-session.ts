import { model } from "@medusajs/framework/utils"

/** One browser in which a customer is signed in. The cookie holds the secret; here is only its hash. */
export const ShopperSession = model
  .define("shopper_session", {
    id: model.id({ prefix: "shses" }).primaryKey(),
    secret_hash: model.text().unique(),
    customer_id: model.text(),
    /** Google's picture of them, as of this sign-in. */
    photo: model.text().nullable(),
    /** When they proved to Google who they are. */
    authenticated_at: model.dateTime(),
    expires_at: model.dateTime(),
  })
  .indexes([{ on: ["customer_id"] }, { on: ["expires_at"] }])
