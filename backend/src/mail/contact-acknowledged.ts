import { z } from "@medusajs/framework/zod"
import { SHOP } from "../modules/shop"
import { paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleMessage } from "./fixtures"
import { ukTime } from "./formats"
import type { Shop } from "./shop"

interface View {
  receivedAt: string
}

/**
 * To the sender of a message. It repeats nothing of the message: the form accepts any address, so the shop could be
 * abused to send text to third parties.
 */
export const contactAcknowledged = defineMail({
  name: "contact-acknowledged",
  audience: "customer",
  resource: "contact_message",
  schema: z.object({ messageId: z.string() }),
  async load({ container }, { messageId: id }) {
    const [message] = await container.resolve(SHOP).listContactMessages({ id })
    return message ? { id, view: { receivedAt: new Date(message.created_at).toISOString() } } : null
  },
  render({ receivedAt }: View, shop: Shop) {
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
          `We will read it and reply to this address, usually within 24 hours.${hours === null ? "" : ` We are here ${hours}.`}`,
        ),
        paragraph(
          "If you didn't write to us, someone may have entered your address by mistake; you can ignore this email.",
        ),
      ],
    }
  },
  fixtures: { "to the sender": { receivedAt: sampleMessage.receivedAt } },
})

/** `Mon-Fri 9am-5pm and Sat 10am-2pm`, or null without opening hours. */
function openingHours({ hours }: Shop): string | null {
  const lines = hours.map(({ days, hours }) => `${days} ${hours}`)
  const last = lines.pop()
  if (last === undefined) return null
  return lines.length === 0 ? last : `${lines.join(", ")} and ${last}`
}
