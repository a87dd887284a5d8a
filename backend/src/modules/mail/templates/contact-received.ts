import { z } from "@medusajs/framework/zod"
import { fact, paragraph, quotation } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { ukTime } from "../layout/formats"

export const contactReceivedSchema = z.object({
  shop: shopSchema,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  receivedAt: z.iso.datetime(),
})
export type ContactReceived = z.infer<typeof contactReceivedSchema>

/** To staff: somebody wrote. Answering this mail answers the sender. */
export function contactReceived({ shop, name, email, subject, message, receivedAt }: ContactReceived): Mail {
  return emailLayout({
    shop,
    subject: `Message from ${name}: ${subject}`,
    preview: `${name} wrote through the contact form.`,
    title: subject,
    replyTo: email,
    blocks: [
      quotation(message),
      fact("From", `${name} <${email}>`),
      fact("Received", ukTime(receivedAt)),
      paragraph("Answer this mail to answer them."),
    ],
  })
}
