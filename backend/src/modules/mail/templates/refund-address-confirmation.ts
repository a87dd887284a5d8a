import { z } from "@medusajs/framework/zod"
import { copyable, fact, panel, paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { pounds, ukTime } from "../layout/formats"
import { followOrder } from "./follow-order"

/** What somebody who may see an order said about where its refund should go. */
export const refundAddressSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  /** What goes back; null: it has gone. */
  pence: z.number().int().min(1).nullable(),
  address: z.string().min(1),
  /** The one it takes the place of. */
  insteadOf: z.string().min(1).nullable(),
  givenAt: z.iso.datetime(),
  /** How they got in: by the secret link of a mail, or signed in. */
  cameBy: z.enum(["link", "account"]),
})
export const refundAddressConfirmationSchema = refundAddressSchema.extend({ followUrl: z.url() })
export type RefundAddressConfirmation = z.infer<typeof refundAddressConfirmationSchema>

/** Where the refund will go, to the buyer's own mailbox: whoever swapped the address for another is found out here. */
export function refundAddressConfirmation(word: RefundAddressConfirmation): Mail {
  const { shop, number, pence, address, insteadOf, givenAt, cameBy, followUrl } = word
  const isChanged = insteadOf !== null
  return emailLayout({
    shop,
    subject: isChanged
      ? `The refund address for order ${number} was changed`
      : `We have your refund address for order ${number}`,
    preview: `It ends with ${address.slice(-6)}. If this was not you, answer this mail at once.`,
    title: isChanged ? "Your refund address was changed" : "We have your refund address",
    blocks: [
      paragraph(
        `On ${ukTime(givenAt)} ${isChanged ? "another" : "this"} Bitcoin address was given for the refund of order number ${number}, ${CAME_BY[cameBy]}.`,
      ),
      panel([
        copyable("We will send the refund to", address),
        ...(isChanged ? [copyable("And no longer to", insteadOf)] : []),
        ...(pence === null ? [] : [fact("Refund", pounds(pence))]),
        paragraph(
          `If this was not you, answer this mail at once or call ${shop.phone}: what is sent to a wrong address cannot be called back.`,
        ),
      ]),
      paragraph(
        "If it was, compare it with your wallet once more; then there is nothing more for you to do. Until we have sent the refund you can change it on the page of your order.",
      ),
      ...followOrder(followUrl),
    ],
  })
}

const CAME_BY = {
  link: "by somebody who had the link from one of our mails",
  account: "by somebody who was signed in to your account",
} as const
