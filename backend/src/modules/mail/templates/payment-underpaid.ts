import { z } from "@medusajs/framework/zod"
import { copyable, panel, paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { walletBlocks } from "../layout/wallet"
import { bitcoinAmountSchema, bitcoinLabel } from "./bitcoin-amount"

export const paymentUnderpaidSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  received: bitcoinAmountSchema,
  remaining: bitcoinAmountSchema,
  address: z.string().min(1),
  /** A BIP 21 link that asks for the rest alone. */
  uri: z.string().startsWith("bitcoin:"),
  /** ISO 8601; until when the rest counts as in time. */
  payBefore: z.iso.datetime(),
})
export type PaymentUnderpaid = z.infer<typeof paymentUnderpaidSchema>

/** Less than the amount has arrived: what is missing, where to and until when. */
export function paymentUnderpaid(payment: PaymentUnderpaid): Mail {
  const { shop, number, received, remaining, address, uri, payBefore } = payment
  return emailLayout({
    shop,
    subject: `Part of the payment for order ${number} is missing`,
    preview: `${remaining.btc} BTC more completes your order.`,
    title: "Part of your payment has arrived",
    blocks: [
      paragraph(
        `For order number ${number} we have received ${bitcoinLabel(received)}, thank you. That is less than the full amount: often an exchange has taken its fee from it.`,
      ),
      panel([
        paragraph("To complete your order, please send exactly the rest to the same address:"),
        copyable("Still to send, in bitcoin (BTC)", remaining.btc),
        copyable("The same in satoshis", remaining.sats),
        ...walletBlocks({ address, uri, until: { name: "Send before", at: payBefore } }),
        paragraph("If an exchange sends it for you, see that its fee comes on top this time."),
      ]),
      paragraph(
        "If you have sent the rest already, there is nothing more for you to do. If you cannot send it in time, your money is not lost: a person will write to you.",
      ),
    ],
  })
}
