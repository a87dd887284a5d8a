import { z } from "@medusajs/framework/zod"
import { fact, panel, paragraph } from "../layout/blocks"
import { letter } from "../layout/letter"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { pounds } from "../layout/words"
import { bitcoinAmountSchema, bitcoinInWords } from "./bitcoin-amount"

export const refundAskedSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  pence: z.number().int().min(1),
  /** What goes back in bitcoin, if that is settled already; null when only the pounds are. */
  bitcoin: bitcoinAmountSchema.nullable(),
})
export type RefundAsked = z.infer<typeof refundAskedSchema>

/** The shop owes a buyer money who paid in Bitcoin, and asks where to send it. */
export function refundAsked({ shop, number, pence, bitcoin }: RefundAsked): Mail {
  return letter({
    shop,
    subject: `Where shall we send your refund for order ${number}?`,
    preview: `We owe you ${pounds(pence)}. Please answer with a Bitcoin address.`,
    title: "We would like to refund you",
    blocks: [
      paragraph(`For order number ${number} we owe you a refund.`),
      fact("Refund", pounds(pence)),
      ...(bitcoin === null ? [] : [fact("In bitcoin", bitcoinInWords(bitcoin))]),
      panel([
        paragraph("Please answer this mail with one of these:"),
        paragraph(
          "1. A Bitcoin address of your own wallet, for receiving. It usually begins with bc1. Copy it, do not type it: what is sent to a wrong address is gone for ever.",
        ),
        paragraph("2. Or that you would rather have the refund in pounds, and we will agree with you how."),
      ]),
      paragraph(
        "We do not send it back to where your payment came from: that may be an exchange's address and not yours. Once we have your answer, the refund is made within 14 days.",
      ),
      paragraph(
        "We will never ask for a key, recovery words or a password, and never for a payment to release a refund. If in doubt, write to us at the address below.",
      ),
    ],
  })
}
