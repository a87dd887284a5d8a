import { z } from "@medusajs/framework/zod"
import { paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { followOrder } from "./follow-order"

export const orderLinkSchema = z.object({ shop: shopSchema, number: z.number().int(), followUrl: z.url() })
export type OrderLink = z.infer<typeof orderLinkSchema>

/** Somebody asked on our pages for the link to an order. */
export function orderLink({ shop, number, followUrl }: OrderLink): Mail {
  return emailLayout({
    shop,
    subject: `The link to your order ${number}`,
    preview: "Here you can see how it stands.",
    title: "Your order",
    blocks: [
      paragraph(`Here is the link to your order number ${number}, as you asked on our pages:`),
      ...followOrder(followUrl),
      paragraph("If it was not you who asked, there is nothing to do: nobody but you gets this mail."),
    ],
  })
}
