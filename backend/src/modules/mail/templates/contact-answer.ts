import { z } from "@medusajs/framework/zod"
import { heading, lines, paragraph, quotation, smallPrint } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { ukTime } from "../layout/formats"

export const contactAnswerSchema = z.object({
  shop: shopSchema,
  subject: z.string(),
  /** What staff wrote; empty lines part its paragraphs. */
  answer: z.string().min(1),
  message: z.string(),
  receivedAt: z.iso.datetime(),
})
export type ContactAnswer = z.infer<typeof contactAnswerSchema>

/** Staff's answer to a message from the contact form, with the message under it. */
export function contactAnswer({ shop, subject, answer, message, receivedAt }: ContactAnswer): Mail {
  const paragraphs = answer.split(/\n\s*\n/).map((text) => text.split("\n"))
  return emailLayout({
    shop,
    subject: `Re: ${subject}`,
    preview: answer.slice(0, 120),
    title: subject,
    blocks: [
      ...paragraphs.map((text) => lines(text)),
      heading("You wrote to us"),
      quotation(message),
      smallPrint(`Received ${ukTime(receivedAt)}.`),
      paragraph("Answer this mail to write to us again."),
    ],
  })
}
