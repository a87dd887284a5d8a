import { model } from "@medusajs/framework/utils"

/** The moment before which a member of staff's tokens and sessions no longer count. */
export const StaffSignIn = model.define("staff_sign_in", {
  id: model.id({ prefix: "stsign" }).primaryKey(),
  auth_identity_id: model.text().unique(),
  /** A whole second: tokens carry their time in seconds. */
  valid_from: model.dateTime(),
})
