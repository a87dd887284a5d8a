import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { CONTACT } from "../../modules/contact"
import { TEMPLATES } from "../../modules/mail"
import type { ComposedMail } from "./composed"
import { contactMail } from "./shop-mail"
import { readSeller } from "./shop"

const about = z.object({ messageId: z.string(), answerId: z.string() })

/** What staff answered, as a part of the conversation that our acknowledgement began; null when it was deleted since. */
export async function contactAnswerMail(
  container: MedusaContainer,
  data: unknown,
): Promise<ComposedMail | null> {
  const { messageId, answerId } = about.parse(data)
  const contact = container.resolve(CONTACT)
  const [[message], [answer], shop] = await Promise.all([
    contact.listContactMessages({ id: messageId }),
    contact.listContactAnswers({ id: answerId }),
    readSeller(container),
  ])
  if (!message || !answer) return null
  const mail = TEMPLATES["contact-answer"]({
    shop,
    subject: message.subject,
    answer: answer.text,
    message: message.message,
    receivedAt: new Date(message.created_at).toISOString(),
  })
  const continues = contactMail("contact-acknowledged", messageId, message.email).key
  return { mail: { ...mail, continues }, resource: { id: messageId, type: "contact_message" } }
}
