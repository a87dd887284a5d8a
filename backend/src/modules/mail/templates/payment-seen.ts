import { z } from "@medusajs/framework/zod"
import { copyable, paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { followOrder } from "./follow-order"

export const paymentSeenSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  receivedBtc: z.string().regex(/^\d+\.\d{8}$/),
  requiredConfirmations: z.number().int().min(1),
  followUrl: z.url(),
})
export type PaymentSeen = z.infer<typeof paymentSeenSchema>

/** The network has the payment; it is not final yet. */
export function paymentSeen({
  shop,
  number,
  receivedBtc,
  requiredConfirmations,
  followUrl,
}: PaymentSeen): Mail {
  const needed = requiredConfirmations === 1 ? "one confirmation" : `${requiredConfirmations} confirmations`
  return emailLayout({
    shop,
    subject: `We can see your payment for order ${number}`,
    preview: "The Bitcoin network is confirming it now.",
    title: "Payment seen",
    blocks: [
      paragraph(`Your payment for order number ${number} has reached the Bitcoin network.`),
      copyable("Received, in bitcoin (BTC)", receivedBtc),
      paragraph(
        `We wait for ${needed} before we pack, which usually takes 10-30 minutes. There is nothing more for you to do: we will write again.`,
      ),
      ...followOrder(followUrl),
    ],
  })
}
