import { z } from "@medusajs/framework/zod"
import { SHOP } from "../modules/shop"
import { fact, paragraph, quotation } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleMessage } from "./fixtures"
import { ukTime } from "./formats"

interface View {
  name: string
  email: string
  subject: string
  text: string
  receivedAt: string
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
    return {
      id,
      view: { name, email, subject, text: message, receivedAt: new Date(created_at).toISOString() },
    }
  },
  render: ({ name, email, subject, text, receivedAt }: View) => ({
    subject: `Message from ${name}: ${subject}`,
    preview: `${name} wrote through the contact form.`,
    title: subject,
    replyTo: email,
    blocks: [
      quotation(text),
      fact("From", `${name} <${email}>`),
      fact("Received", ukTime(receivedAt)),
      paragraph("Reply to this email to answer the customer."),
    ],
  }),
  fixtures: { "from the contact form": sampleMessage },
})
