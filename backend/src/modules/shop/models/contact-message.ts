import { model } from "@medusajs/framework/utils"

export const ContactMessage = model
  .define("contact_message", {
    id: model.id({ prefix: "cmsg" }).primaryKey(),
    name: model.text(),
    email: model.text(),
    subject: model.text(),
    message: model.text(),
    /** When the sender agreed that the shop stores and uses the message to answer it. */
    consent_at: model.dateTime(),
    /** What staff have said; null: its subject decides. */
    is_data_complaint: model.boolean().nullable(),
    /** Who said it, and when. */
    marked_by: model.text().nullable(),
    marked_at: model.dateTime().nullable(),
    state: model.enum(["unread", "read", "answered", "archived"]).default("unread"),
  })
  .indexes([{ on: ["state", "created_at"] }])
