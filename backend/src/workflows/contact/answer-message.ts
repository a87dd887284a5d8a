import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { CONTACT } from "../../modules/contact"
import { enqueueMail } from "../../mail/enqueue-mail"
import type { MailRequest } from "../../mail/requests"

interface Answer {
  messageId: string
  text: string
  answeredBy: string
  /** Made up by the page for each answer: the same again is the same answer. */
  requestKey: string
}

/**
 * Keeps staff's answer with its message and writes the mail that carries it. The answer is kept first and each of the
 * three steps happens once, so an answer that was cut short is finished by sending it again.
 * @returns false when there is no such message
 */
export async function answerMessage(
  container: MedusaContainer,
  { messageId, text, answeredBy, requestKey }: Answer,
): Promise<boolean> {
  const contact = container.resolve(CONTACT)
  const [message] = await contact.listContactMessages({ id: messageId })
  if (!message) return false
  await container.resolve(Modules.LOCKING).execute([`contact-answer:${requestKey}`], async () => {
    const [kept] = await contact.listContactAnswers({ request_key: requestKey, message_id: messageId })
    const answer =
      kept ??
      (await contact.createContactAnswers({
        message_id: messageId,
        text,
        answered_by: answeredBy,
        request_key: requestKey,
      }))
    const mail: MailRequest = {
      key: `contact-answer:${answer.id}`,
      template: "contact-answer",
      to: message.email,
      data: { messageId, answerId: answer.id },
    }
    await enqueueMail(container, mail)
    await contact.updateContactMessages({ id: messageId, state: "answered" })
  })
  return true
}
