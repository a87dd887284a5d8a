import { z } from "@medusajs/framework/zod"
import { SHOP } from "../modules/shop"
import { heading, lines, paragraph, quotation, smallPrint } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleMessage } from "./fixtures"
import { ukTime } from "./formats"

interface View {
  subject: string
  answer: string
  message: string
  receivedAt: string
  /** The key of the acknowledgement, so that mail programs show one conversation. */
  continues: string
}

/** Staff's answer to a message from the contact form, with the message below. */
export const contactAnswer = defineMail({
  name: "contact-answer",
  audience: "customer",
  resource: "contact_message",
  schema: z.object({ messageId: z.string(), answerId: z.string() }),
  async load({ container }, { messageId, answerId }) {
    const contact = container.resolve(SHOP)
    const [[message], [answer]] = await Promise.all([
      contact.listContactMessages({ id: messageId }),
      contact.listContactAnswers({ id: answerId }),
    ])
    if (!message || !answer) return null
    return {
      id: messageId,
      view: {
        subject: message.subject,
        answer: answer.text,
        message: message.message,
        receivedAt: new Date(message.created_at).toISOString(),
        continues: `contact-acknowledged:${messageId}`,
      },
    }
  },
  render: ({ subject, answer, message, receivedAt, continues }: View) => ({
    subject: `Re: ${subject}`,
    preview: answer.slice(0, 120),
    title: subject,
    continues,
    blocks: [
      ...answer.split(/\n\s*\n/).map((text) => lines(text.split("\n"))),
      heading("You wrote to us"),
      quotation(message),
      smallPrint(`Received ${ukTime(receivedAt)}.`),
      paragraph("Reply to this email to write to us again."),
    ],
  }),
  fixtures: {
    "to the sender": {
      subject: sampleMessage.subject,
      answer: "Dear Ann,\n\nYes, it is raw: never warmer than the hive.\n\nBest wishes,\nMaya",
      message: sampleMessage.text,
      receivedAt: sampleMessage.receivedAt,
      continues: "contact-acknowledged:cmsg_1",
    },
  },
})
