import { z } from "@medusajs/framework/zod"
import { paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { openingHours, shopSchema } from "../layout/shop"
import { ukTime } from "../layout/formats"

export const contactAcknowledgedSchema = z.object({ shop: shopSchema, receivedAt: z.iso.datetime() })
export type ContactAcknowledged = z.infer<typeof contactAcknowledgedSchema>

/**
 * To whoever wrote. It holds not one word of theirs: anybody can type in anybody's address, and the shop must not
 * carry a stranger's words to them.
 */
export function contactAcknowledged({ shop, receivedAt }: ContactAcknowledged): Mail {
  const hours = openingHours(shop)
  return emailLayout({
    shop,
    subject: `We have your message`,
    preview: "A person will read it and answer.",
    title: "We have your message",
    blocks: [
      paragraph(`Thank you for writing to ${shop.name}. Your message reached us on ${ukTime(receivedAt)}.`),
      paragraph(
        `A person will read it and answer to this address, usually within 24 hours.${hours === null ? "" : ` We are here ${hours}.`}`,
      ),
      paragraph("If you did not write to us, somebody gave your address by mistake; you need do nothing."),
    ],
  })
}
