import { model } from "@medusajs/framework/utils"

/** One mail to send, exactly one for a key. `data` names what it is about; the words are made when it is sent. */
export const MailOutbox = model
  .define("mail_outbox", {
    id: model.id({ prefix: "mail" }).primaryKey(),
    /** Says what this mail is, like `order-placed:order_1`; the same key again is the same mail. */
    key: model.text().unique(),
    template: model.text(),
    to: model.text(),
    data: model.json(),
    attempts: model.number().default(0),
    /** Not before this; while an attempt runs, the moment another may take over. */
    next_attempt_at: model.dateTime(),
    sent_at: model.dateTime().nullable(),
    /** Set instead of `sent_at` when there is no sense in trying again. */
    failed_at: model.dateTime().nullable(),
    last_error: model.text().nullable(),
  })
  .indexes([{ on: ["next_attempt_at"], where: "sent_at IS NULL AND failed_at IS NULL" }])
