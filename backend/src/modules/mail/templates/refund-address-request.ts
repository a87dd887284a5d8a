import { z } from "@medusajs/framework/zod"
import { button, fact, panel, paragraph, smallPrint } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { pounds } from "../layout/formats"
import { bitcoinAmountSchema, bitcoinLabel } from "./bitcoin-amount"
import { LINK_IS_SECRET } from "./follow-order"

export const refundAddressRequestSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  pence: z.number().int().min(1),
  /** What goes back in bitcoin, if that is settled already; null when only the pounds are. */
  bitcoin: bitcoinAmountSchema.nullable(),
  /** The order's own page, where the address is asked for. */
  followUrl: z.url(),
})
export type RefundAddressRequest = z.infer<typeof refundAddressRequestSchema>

/** The shop owes a buyer money who paid in Bitcoin, and asks where to send it. */
export function refundAddressRequest({
  shop,
  number,
  pence,
  bitcoin,
  followUrl,
}: RefundAddressRequest): Mail {
  return emailLayout({
    shop,
    subject: `Where shall we send your refund for order ${number}?`,
    preview: `We owe you ${pounds(pence)}. Please tell us a Bitcoin address of yours.`,
    title: "We would like to refund you",
    blocks: [
      paragraph(`For order number ${number} we owe you a refund.`),
      fact("Refund", pounds(pence)),
      ...(bitcoin === null ? [] : [fact("In bitcoin", bitcoinLabel(bitcoin))]),
      panel([
        paragraph(
          "On the page of your order, please give a Bitcoin address of your own wallet, for receiving. It usually begins with bc1. Copy it, do not type it: what is sent to a wrong address is gone for ever.",
        ),
        button("Say where it should go", followUrl),
        smallPrint(LINK_IS_SECRET),
        paragraph(
          "If you would rather have the refund in pounds, or the page does not work for you, answer this mail and we will agree with you how.",
        ),
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
