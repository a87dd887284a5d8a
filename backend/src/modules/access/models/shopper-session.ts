import { model } from "@medusajs/framework/utils"

/** A browser in which a customer is signed in. The cookie contains the secret; only its hash is stored. */
export const ShopperSession = model
  .define("shopper_session", {
    id: model.id({ prefix: "shses" }).primaryKey(),
    secret_hash: model.text().unique(),
    customer_id: model.text(),
    /** The picture from Google at this sign-in. */
    photo: model.text().nullable(),
    /** When Google authenticated the customer. */
    authenticated_at: model.dateTime(),
    expires_at: model.dateTime(),
  })
  .indexes([{ on: ["customer_id"] }, { on: ["expires_at"] }])
