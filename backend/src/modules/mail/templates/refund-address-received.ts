import { z } from "@medusajs/framework/zod"
import { button, copyable, fact, panel, paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { pounds, ukTime } from "../layout/formats"
import { refundAddressSchema } from "./refund-address-confirmation"

export const refundAddressReceivedSchema = refundAddressSchema.extend({
  pence: z.number().int().min(1),
  buyer: z.string().min(1),
  /** The order in the admin. */
  orderUrl: z.url(),
})
export type RefundAddressReceived = z.infer<typeof refundAddressReceivedSchema>

/** To staff: a buyer has said where their refund should go, or has said something else than before. */
export function refundAddressReceived(word: RefundAddressReceived): Mail {
  const { shop, number, pence, address, insteadOf, givenAt, cameBy, buyer, orderUrl } = word
  const isChanged = insteadOf !== null
  return emailLayout({
    shop,
    subject: `Order ${number}: the refund address ${isChanged ? "was changed" : "is here"}`,
    preview: isChanged ? "Wait before you send: it took another's place." : "The refund can be sent.",
    title: isChanged ? "A refund address was changed" : "A refund can be sent",
    replyTo: buyer,
    blocks: [
      paragraph(
        `The buyer of order number ${number} was asked where their refund should go, and has answered.`,
      ),
      panel([
        copyable("Send to", address),
        ...(isChanged ? [copyable("And no longer to", insteadOf)] : []),
        fact("What was asked about", pounds(pence)),
        fact("Given on", ukTime(givenAt)),
        fact("By", `${cameBy === "account" ? "the signed-in buyer" : "the link in a mail"} (${buyer})`),
        button("Open the order", orderUrl),
      ]),
      paragraph(
        isChanged
          ? "Somebody who reads the buyer's mails could have changed it. The buyer has just been written to: wait a day for their answer, or ask them by telephone, before you send."
          : "The buyer has just been written to with this address, in case it was not them.",
      ),
      paragraph("Send it from the shop's wallet, then record the refund on the page of the order."),
    ],
  })
}
