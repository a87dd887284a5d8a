import { model } from "@medusajs/framework/utils"

export const StaffDevice = model
  .define("staff_device", {
    id: model.id({ prefix: "stdev" }).primaryKey(),
    /** The address with which they sign in, in lower case. */
    account: model.text(),
    /** The hash of the browser's cookie, or of the program's name and address. */
    device_hash: model.text(),
    expires_at: model.dateTime(),
  })
  .indexes([{ on: ["account", "device_hash"], unique: true }, { on: ["expires_at"] }])
