import { z } from "@medusajs/framework/zod"
import { button, fact, heading, paragraph, type Block } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"
import { pounds } from "../layout/formats"
import { itemLines, itemsSchema } from "./item-lines"

export const orderCancelledSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  totalPence: z.number().int().min(0),
  items: itemsSchema,
  /** How it was to be paid. */
  method: z.enum(["bitcoin", "card"]),
  /** The buyer's money for it: none came, the shop still holds it, or it went back. */
  money: z.enum(["none", "held", "returned"]),
})
export type OrderCancelled = z.infer<typeof orderCancelledSchema>

/** The order is cancelled: nothing is sent, and what becomes of the buyer's money. */
export function orderCancelled({ shop, number, totalPence, items, method, money }: OrderCancelled): Mail {
  return emailLayout({
    shop,
    subject: `Order ${number} is cancelled`,
    preview: PREVIEWS[money],
    title: "Your order is cancelled",
    blocks: [
      paragraph(`Your order number ${number} is cancelled. It will not be sent.`),
      ...MONEY[money === "held" ? method : money].map(paragraph),
      heading("What was in it"),
      itemLines(items),
      fact("Order total", `${pounds(totalPence)} including VAT`),
      paragraph("If you did not ask for this, or have a question, answer this mail: a person reads it."),
      button("Back to the shop", shop.url),
    ] satisfies Block[],
  })
}

const PREVIEWS = {
  none: "Nothing was taken, and nothing will be sent.",
  held: "Your money comes back to you.",
  returned: "Your money went back to you.",
} as const

const MONEY = {
  none: [
    "You have paid nothing for it, and there is nothing for you to do. If it was to be paid in Bitcoin, please do not send to its address any more.",
  ],
  returned: [
    "What you paid was given back to you; another mail says how. There is nothing for you to do, and please send nothing more to an address of this order.",
  ],
  bitcoin: [
    "Your payment has reached us and is safe. You get it back within 14 days: we will write to ask for a Bitcoin address of yours or, if you prefer, refund it in pounds.",
    "We will never ask for a key, recovery words or a password.",
  ],
  card: ["What you paid goes back to your card within 14 days. There is nothing for you to do."],
} as const
