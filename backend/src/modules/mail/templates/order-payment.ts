import { z } from "@medusajs/framework/zod"
import { copyable, panel, paragraph, type Block } from "../layout/blocks"
import { walletBlocks } from "../layout/wallet"

/** How an order is paid, and what of it still has to happen. */
export const paymentSchema = z.discriminatedUnion("method", [
  z.object({ method: z.literal("card") }),
  z.object({
    method: z.literal("bitcoin"),
    address: z.string().min(1),
    amountBtc: z.string().regex(/^\d+\.\d{8}$/),
    /** A BIP 21 link that a wallet opens. */
    uri: z.string().startsWith("bitcoin:"),
    expiresAt: z.iso.datetime(),
    /** Where the payment stands while this is written; a quick buyer may have paid already. */
    stage: z.enum(["awaiting", "received", "ended"]),
  }),
])
export type OrderPayment = z.infer<typeof paymentSchema>

/** What the buyer has to know and do about paying. */
export function paymentBlocks(payment: OrderPayment): Block[] {
  if (payment.method === "card") {
    return [
      paragraph(
        "You chose to pay by card. Your card has not been charged: we will contact you at this e-mail address to take the payment, and send your parcel once it is made.",
      ),
    ]
  }
  if (payment.stage === "received") {
    return [
      paragraph("Your Bitcoin payment has reached us, thank you. We will write again once it is confirmed."),
    ]
  }
  if (payment.stage === "ended") {
    return [
      paragraph(
        "The time for paying this order in Bitcoin is over. Please send nothing to the old address; answer this mail or order again, and we will help you.",
      ),
    ]
  }
  return [
    panel([
      paragraph("To complete your order, please send exactly this amount to this address:"),
      copyable("Amount in bitcoin (BTC)", payment.amountBtc),
      ...walletBlocks({
        address: payment.address,
        uri: payment.uri,
        until: { name: "Pay before", at: payment.expiresAt },
      }),
      paragraph(
        "If an exchange sends it for you, see that its fee comes on top: less than the full amount does not pay the order. Payments usually confirm within 10-30 minutes.",
      ),
    ]),
  ]
}
