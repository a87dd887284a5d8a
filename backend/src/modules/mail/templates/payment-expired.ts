import { z } from "@medusajs/framework/zod"
import { button, fact, panel, paragraph, type Block } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { ukTime } from "../layout/formats"

export const paymentExpiredSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  /** ISO 8601; when the quote ran out. */
  expiredAt: z.iso.datetime(),
  /** The order's own page, and until when a new quote can be had there; null when that time is over as well. */
  renewal: z.object({ url: z.string().min(1), before: z.iso.datetime() }).nullable(),
})
export type PaymentExpired = z.infer<typeof paymentExpiredSchema>

/** Nothing came in time: how to pay after all, and that money on its way is not lost. */
export function paymentExpired({ shop, number, expiredAt, renewal }: PaymentExpired): Mail {
  return emailLayout({
    shop,
    subject: `The time to pay for order ${number} has run out`,
    preview: renewal ? "You can still get a new quote." : "You are welcome to order again.",
    title: "Your Bitcoin quote has expired",
    blocks: [
      paragraph(
        `The quote for order number ${number} ended on ${ukTime(expiredAt)}, and by then no payment had reached us. Please do not send to its address any more.`,
      ),
      ...wayOn(shop.url, renewal),
      paragraph(
        "If you have sent money meanwhile, it is not lost: we still watch that address, will find the payment and be in touch.",
      ),
      paragraph("If you no longer want the order, there is nothing for you to do. It will not be sent."),
    ],
  })
}

function wayOn(shopUrl: string, renewal: PaymentExpired["renewal"]): Block[] {
  if (renewal === null) {
    return [
      paragraph("This order can no longer be paid, but you are welcome to order again:"),
      button("Back to the shop", shopUrl),
    ]
  }
  return [
    panel([
      paragraph(
        "Would you still like it? For a while you can get a new quote, at the current rate and with a new address, on the page of your order:",
      ),
      fact("Possible until", ukTime(renewal.before)),
      button("Get a new quote", renewal.url),
      paragraph("After that the goods go back on sale, and you are welcome to order again."),
    ]),
  ]
}
