import { model } from "@medusajs/framework/utils"

/** Staff's answer to a message. The mail that carries it is in the outbox. */
export const ContactAnswer = model
  .define("contact_answer", {
    id: model.id({ prefix: "cansw" }).primaryKey(),
    message_id: model.text(),
    text: model.text(),
    answered_by: model.text(),
    /** Made up by the page for each answer. A repeated key is the same answer. */
    request_key: model.text().unique(),
  })
  .indexes([{ on: ["message_id"] }])
