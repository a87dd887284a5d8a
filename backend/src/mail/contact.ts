import { z } from "@medusajs/framework/zod"
import { dataComplaintDueAt } from "@shop/contracts"
import { SHOP } from "../modules/shop"
import { fact, heading, lines, paragraph, quotation, smallPrint } from "./blocks"
import { defineMail } from "./define-mail"
import { REPLY_TIME, ukDay, ukTime } from "./formats"
import type { Shop } from "./shop"

/** Repeats nothing of the message: the form accepts any address and must not send text to third parties. */
export const contactAcknowledged = defineMail({
  name: "contact-acknowledged",
  audience: "customer",
  resource: "contact_message",
  schema: z.object({ messageId: z.string() }),
  async load({ container }, { messageId: id }) {
    const [message] = await container.resolve(SHOP).listContactMessages({ id })
    if (!message) return null
    const receivedAt = new Date(message.created_at).toISOString()
    return { id, view: { receivedAt, dueAt: dataComplaintDueAt(message.subject, receivedAt) } }
  },
  render({ receivedAt, dueAt }, shop) {
    if (dueAt !== null) return complaintAcknowledged({ receivedAt, dueAt }, shop)
    const hours = openingHours(shop)
    return {
      subject: "We have your message",
      preview: "We will read it and reply.",
      title: "We have your message",
      blocks: [
        paragraph(
          `Thank you for getting in touch with ${shop.name}. Your message reached us on ${ukTime(receivedAt)}.`,
        ),
        paragraph(
          `We will read it and reply to this address, usually within ${REPLY_TIME}.${hours === null ? "" : ` We are here ${hours}.`}`,
        ),
        NOT_YOU,
      ],
    }
  },
})

const NOT_YOU = paragraph(
  "If you didn't write to us, someone may have entered your address by mistake; you can ignore this email.",
)

const complaintAcknowledged = ({ receivedAt, dueAt }: Complaint, shop: Shop) => ({
  subject: "We have your complaint about your data",
  preview: `We will tell you the outcome by ${ukDay(dueAt)}.`,
  title: "We have your complaint",
  blocks: [
    paragraph(
      `Your complaint about how ${shop.name} uses your personal data reached us on ${ukTime(receivedAt)}.`,
    ),
    paragraph(
      `We are looking into it. We will ask you if we need to know more, and tell you the outcome as soon as we can, at the latest by ${ukDay(dueAt)}.`,
    ),
    paragraph(
      "You may also complain to the Information Commissioner's Office: ico.org.uk/make-a-complaint, telephone 0303 123 1113.",
    ),
    NOT_YOU,
  ],
})

interface Complaint {
  receivedAt: string
  dueAt: string
}

/** `Mon-Fri 9am-5pm and Sat 10am-2pm`, or null without opening hours. */
function openingHours({ hours }: Shop): string | null {
  const lines = hours.map(({ days, hours }) => `${days} ${hours}`)
  const last = lines.pop()
  if (last === undefined) return null
  return lines.length === 0 ? last : `${lines.join(", ")} and ${last}`
}

/** To staff: a message from the contact form. A reply to this mail goes to its sender. */
export const contactReceived = defineMail({
  name: "contact-received",
  audience: "staff",
  resource: "contact_message",
  schema: z.object({ messageId: z.string() }),
  async load({ container }, { messageId: id }) {
    const [found] = await container.resolve(SHOP).listContactMessages({ id })
    if (!found) return null
    const { name, email, subject, message, created_at } = found
    const receivedAt = new Date(created_at).toISOString()
    const dueAt = dataComplaintDueAt(subject, receivedAt)
    return { id, view: { name, email, subject, text: message, receivedAt, dueAt } }
  },
  render: ({ name, email, subject, text, receivedAt, dueAt }) => ({
    subject: `Message from ${name}: ${subject}`,
    preview: `${name} wrote through the contact form.`,
    title: subject,
    replyTo: email,
    blocks: [
      quotation(text),
      fact("From", `${name} <${email}>`),
      fact("Received", ukTime(receivedAt)),
      ...(dueAt === null ? [] : [fact("A complaint about personal data: answer by", ukDay(dueAt))]),
      paragraph("Reply to this email to answer the customer."),
    ],
  }),
})

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
        // The key of the acknowledgement, so that mail programs show one conversation.
        continues: `contact-acknowledged:${messageId}`,
      },
    }
  },
  render: ({ subject, answer, message, receivedAt, continues }) => ({
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
})
