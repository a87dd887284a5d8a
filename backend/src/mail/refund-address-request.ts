import { z } from "@medusajs/framework/zod"
import { formatPence } from "@shop/contracts"
import { button, fact, panel, paragraph, smallPrint } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder, samplePayment } from "./fixtures"
import { bitcoinAmount } from "./formats"
import { LINK_IS_SECRET } from "./order-blocks"
import { orderPageUrl, readOrderView } from "./order-view"

interface View {
  number: number
  pence: number
  /** Null while only the amount in pounds is decided. */
  satoshis: bigint | null
  followUrl: string
}

const fixture: View = {
  number: sampleOrder.number,
  pence: sampleOrder.totalPence,
  satoshis: samplePayment.due,
  followUrl: sampleOrder.followUrl,
}

/** The shop owes a refund of a Bitcoin payment and asks the buyer for an address. */
export const refundAddressRequest = defineMail({
  name: "refund-address-request",
  audience: "customer",
  resource: "order",
  schema: z.object({
    orderId: z.string(),
    refundId: z.string(),
    pence: z.number().int(),
    satoshis: z.string().regex(/^\d+$/).nullable(),
  }),
  async load(context, { orderId, pence, satoshis }) {
    const found = await readOrderView(context, { orderId })
    if (found === null) return null
    return {
      id: orderId,
      view: {
        number: found.order.display_id,
        pence,
        satoshis: satoshis === null ? null : BigInt(satoshis),
        followUrl: await orderPageUrl(context, orderId),
      },
    }
  },
  render: ({ number, pence, satoshis, followUrl }: View) => ({
    subject: `Where should we send your refund for order ${number}?`,
    preview: `We owe you ${formatPence(pence)}. Please tell us your Bitcoin address.`,
    title: "Your refund",
    blocks: [
      paragraph(`We owe you a refund for order ${number}.`),
      fact("Refund", formatPence(pence)),
      ...(satoshis === null ? [] : [fact("In bitcoin", bitcoinAmount(satoshis))]),
      panel([
        paragraph(
          "On your order page, please enter a receiving address from your own Bitcoin wallet. It usually begins with bc1. Copy and paste it, don't type it: money sent to a wrong address can't be recovered.",
        ),
        button("Enter my refund address", followUrl),
        smallPrint(LINK_IS_SECRET),
        paragraph(
          "If you would prefer pounds, or the page doesn't work for you, reply to this email and we will arrange it.",
        ),
      ]),
      paragraph(
        "We do not send it back to where your payment came from: that may be an exchange's address and not yours. Once we have your reply, we will refund you within 14 days.",
      ),
      paragraph(
        "We will never ask for a key, recovery words or a password, and never for a payment to release a refund. If in doubt, write to us at the address below.",
      ),
    ],
  }),
  fixtures: { "in bitcoin": fixture, "amount in bitcoin still open": { ...fixture, satoshis: null } },
})
