import { z } from "@medusajs/framework/zod"
import { button, copyable, fact, paragraph, type Block } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { pounds } from "../layout/formats"
import { bitcoinAmountSchema, bitcoinLabel } from "./bitcoin-amount"
import { followOrder } from "./follow-order"

export const refundSentSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  pence: z.number().int().min(1),
  /** How it went back in bitcoin; null: in pounds. */
  bitcoin: z
    .object({
      amount: bitcoinAmountSchema,
      address: z.string().min(1).nullable(),
      txid: z.string().min(1).nullable(),
      /** Where the transaction can be looked at. */
      explorerUrl: z.url({ protocol: /^https?$/ }).nullable(),
    })
    .nullable(),
  followUrl: z.url(),
})
export type RefundSent = z.infer<typeof refundSentSchema>

/** The money is on its way back, with what proves it. */
export function refundSent({ shop, number, pence, bitcoin, followUrl }: RefundSent): Mail {
  return emailLayout({
    shop,
    subject: `Your refund for order ${number}`,
    preview: `${pounds(pence)} ${bitcoin === null ? "is" : "in Bitcoin is"} on its way back to you.`,
    title: "Your refund is on its way",
    blocks: [
      paragraph(`We have refunded you for order number ${number}.`),
      fact("Refund", pounds(pence)),
      ...(bitcoin === null ? [IN_POUNDS] : inBitcoin(bitcoin)),
      ...followOrder(followUrl),
      paragraph(`If it does not arrive, answer this mail or write to ${shop.email}.`),
    ],
  })
}

const IN_POUNDS = paragraph(
  "It goes back in pounds, the way you paid or the way we agreed. A bank may take up to five working days to show it.",
)

function inBitcoin({ amount, address, txid, explorerUrl }: NonNullable<RefundSent["bitcoin"]>): Block[] {
  return [
    fact("Sent in bitcoin", bitcoinLabel(amount)),
    ...(address === null ? [] : [copyable("To your address", address)]),
    ...(txid === null ? [] : [copyable("Transaction", txid)]),
    ...(explorerUrl === null ? [] : [button("Look at the transaction", explorerUrl)]),
    paragraph("It usually confirms within 10-30 minutes of being sent."),
  ]
}
