import { z } from "@medusajs/framework/zod"
import { copyable, fact, paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { pounds } from "../layout/formats"
import { followOrder } from "./follow-order"

export const paymentConfirmedSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  totalPence: z.number().int().min(0),
  /** Null: staff settled it by hand, and nothing came on the chain. */
  receivedBtc: z
    .string()
    .regex(/^\d+\.\d{8}$/)
    .nullable(),
  followUrl: z.url(),
})
export type PaymentConfirmed = z.infer<typeof paymentConfirmedSchema>

/** The payment is final: the shop packs. */
export function paymentConfirmed({
  shop,
  number,
  totalPence,
  receivedBtc,
  followUrl,
}: PaymentConfirmed): Mail {
  return emailLayout({
    shop,
    subject: `Order ${number} is paid`,
    preview: "Thank you. We are packing your parcel.",
    title: "Your order is paid",
    blocks: [
      paragraph(
        `Your payment for order number ${number} is confirmed, thank you. We are packing your parcel and will write when it is on its way.`,
      ),
      fact("Order total", `${pounds(totalPence)} including VAT`),
      ...(receivedBtc === null ? [] : [copyable("Received, in bitcoin (BTC)", receivedBtc)]),
      ...followOrder(followUrl),
    ],
  })
}
