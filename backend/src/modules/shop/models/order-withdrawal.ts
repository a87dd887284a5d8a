import { model } from "@medusajs/framework/utils"

export const OrderWithdrawal = model.define("order_withdrawal", {
  id: model.id({ prefix: "withdr" }).primaryKey(),
  order_id: model.text().unique(),
  /** Id, name, detail and quantity of each item, as they were then. */
  items: model.json(),
  pence: model.number(),
  /** As the buyer wrote them; null: erased with the order. */
  name: model.text().nullable(),
  address: model.text().nullable(),
  /** How the buyer was identified: by the secret link of a mail, or signed in. */
  came_by: model.enum(["link", "account"]),
  settled_at: model.dateTime().nullable(),
  /** The e-mail address of the member of staff. */
  settled_by: model.text().nullable(),
  note: model.text().nullable(),
})
