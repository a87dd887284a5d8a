import { z } from "@medusajs/framework/zod"
import { copyable, panel, paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { walletBlocks } from "../layout/wallet"
import { pounds } from "../layout/formats"
import { bitcoinAmountSchema } from "./bitcoin-amount"
import { followOrder } from "./follow-order"

export const paymentNewInvoiceSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  totalPence: z.number().int().min(1),
  amount: bitcoinAmountSchema,
  address: z.string().min(1),
  /** A BIP 21 link that a wallet opens. */
  uri: z.string().startsWith("bitcoin:"),
  /** ISO 8601; until when amount and address hold. */
  payBefore: z.iso.datetime(),
  followUrl: z.url(),
})
export type PaymentNewInvoice = z.infer<typeof paymentNewInvoiceSchema>

/** Staff made a new invoice: what to send now, where to and until when, and that the old address is over. */
export function paymentNewInvoice(invoice: PaymentNewInvoice): Mail {
  const { shop, number, totalPence, amount, address, uri, payBefore, followUrl } = invoice
  return emailLayout({
    shop,
    subject: `A new Bitcoin invoice for order ${number}`,
    preview: `${amount.btc} BTC, to a new address.`,
    title: "A new invoice for your order",
    blocks: [
      paragraph(
        `We have made a new invoice for order number ${number}, over ${pounds(totalPence)}: at the current rate and with a new address.`,
      ),
      panel([
        paragraph("To pay for your order, please send exactly this amount to this address:"),
        copyable("Amount in bitcoin (BTC)", amount.btc),
        copyable("The same in satoshis", amount.sats),
        ...walletBlocks({ address, uri, until: { name: "Pay before", at: payBefore } }),
        paragraph("If an exchange sends it for you, see that its fee comes on top."),
      ]),
      paragraph(
        "Please send nothing to an earlier address of this order any more. Address and amount stand on the page of your order too: if anything there differs, or you did not expect this mail, write to us before you pay.",
      ),
      ...followOrder(followUrl),
      paragraph("If you no longer want the order, there is nothing for you to do. It will not be sent."),
    ],
  })
}
