import { model } from "@medusajs/framework/utils"

/** Where a message stands with staff. */
const CONTACT_STATES = ["unread", "read", "answered", "archived"] as const

export const ContactMessage = model
  .define("contact_message", {
    id: model.id({ prefix: "cmsg" }).primaryKey(),
    name: model.text(),
    email: model.text(),
    subject: model.text(),
    message: model.text(),
    /** When the sender ticked the box that lets us keep and use these words to answer. */
    consent_at: model.dateTime(),
    state: model.enum([...CONTACT_STATES]).default("unread"),
  })
  .indexes([{ on: ["state", "created_at"] }])
