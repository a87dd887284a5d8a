import { model } from "@medusajs/framework/utils"

/** What staff wrote back; the mail that carries it is in the outbox. */
export const ContactAnswer = model
  .define("contact_answer", {
    id: model.id({ prefix: "cansw" }).primaryKey(),
    message_id: model.text(),
    text: model.text(),
    /** The e-mail address of who wrote it, as it was then. */
    answered_by: model.text(),
    /** Made up by the page for each answer: sent twice, it is one answer. */
    request_key: model.text().unique(),
  })
  .indexes([{ on: ["message_id"] }])
