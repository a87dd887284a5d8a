import type { MedusaContainer } from "@medusajs/framework/types"
import type { Topic } from "../modules/outbox"
import { sendMail } from "../workflows/mail/send-mail"

/** What the messages of each topic mean. The handlers live with their features. */
export function outboxTopics(container: MedusaContainer): Readonly<Record<string, Topic>> {
  return {
    mail: {
      // A slow mail server may take most of a minute for each.
      concurrency: 4,
      maxDelaySeconds: 6 * 60 * 60,
      // About two and a half days.
      maxAttempts: 24,
      handle: (message) => sendMail(container, message),
    },
  }
}
