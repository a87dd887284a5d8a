import { z } from "@medusajs/framework/zod"
import { button, fact, heading, paragraph } from "../layout/blocks"
import { emailLayout } from "../layout/email-layout"
import type { Mail } from "../layout/mail"
import { shopSchema } from "../layout/shop"

export const paymentStuckSchema = z.object({
  shop: shopSchema,
  number: z.number().int(),
  /** The order in the admin. */
  orderUrl: z.string().min(1),
  /** What has to be done: a key of the table below; others are shown by name. */
  effect: z.string().min(1),
  attempts: z.number().int().min(1),
  /** As the log has it. */
  error: z.string(),
})
export type PaymentStuck = z.infer<typeof paymentStuckSchema>

const EFFECTS: Readonly<Record<string, string>> = {
  capture: "its payment is confirmed, but cannot be booked as captured",
  cancel: "its quote ran out unpaid, but it cannot be cancelled, and its goods stay reserved",
}

/** To staff: something that has to be done about a payment fails again and again. */
export function paymentStuck({ shop, number, orderUrl, effect, attempts, error }: PaymentStuck): Mail {
  const what = Object.hasOwn(EFFECTS, effect) ? EFFECTS[effect] : undefined
  return emailLayout({
    shop,
    subject: `Order ${number}: something about its payment keeps failing`,
    preview: `Tried ${attempts} times so far.`,
    title: `Order ${number} is stuck`,
    blocks: [
      paragraph(
        `Of order number ${number}: ${what ?? `'${effect}' cannot be done`}. It was tried ${attempts} times and is tried again every ten minutes at the latest; no money is lost meanwhile.`,
      ),
      heading("What you can do"),
      paragraph(
        "Send this to whoever runs the shop's server: `npm run bitcoin:status` counts what is stuck, and the log has the cause. When a try succeeds, the case closes by itself.",
      ),
      fact("Tries", String(attempts)),
      fact("The last error", error),
      button("Open the order", orderUrl),
    ],
  })
}
