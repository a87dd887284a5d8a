import { z } from "@medusajs/framework/zod"
import { fact, paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { bitcoinAmountSchema, bitcoinLabel } from "./bitcoin-amount"

/** Why a person has to look, as far as the buyer needs to know. */
const REASONS = {
  late: "It arrived after the time for paying was over.",
  short: "It is less than the amount of the order.",
  cancelled: "It arrived when the order was cancelled already.",
  paid_twice: "The order had been paid already.",
} as const

export const paymentReviewSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  received: bitcoinAmountSchema,
  reasons: z.array(z.enum(["late", "short", "cancelled", "paid_twice"] satisfies (keyof typeof REASONS)[])),
})
export type PaymentReview = z.infer<typeof paymentReviewSchema>

/** The money is here and safe, but what becomes of it is for a person to settle. */
export function paymentReview({ shop, number, received, reasons }: PaymentReview): Mail {
  const why = reasons.map((reason) => REASONS[reason]).join(" ")
  return emailLayout({
    shop,
    subject: `We have your payment for order ${number} and will be in touch`,
    preview: "There is nothing for you to do now.",
    title: "We have your payment",
    blocks: [
      paragraph(`Your payment for order number ${number} has reached us, and it is safe.`),
      fact("Received", bitcoinLabel(received)),
      paragraph(`It needs a person to look at it before we can go on. ${why}`.trim()),
      paragraph(
        "We will write to you within one working day, with what we can do: send your order, or give the money back. There is nothing for you to do now; please send nothing more.",
      ),
      paragraph(
        "For a refund we will ask for a Bitcoin address of yours. We will never ask for a key, recovery words or a password.",
      ),
    ],
  })
}
