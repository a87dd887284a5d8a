import { z } from "@medusajs/framework/zod"
import { button, fact, heading, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { aboutOrder, adminOrderUrl, readOrderView } from "./order-view"
import { BITCOIN_PAYMENT } from "../modules/bitcoin-payment"

const outboxRow = z.object({
  kind: z.string(),
  attempts: z.number().int(),
  last_error: z.string().nullable(),
})

interface View {
  number: number
  orderUrl: string
  effect: string
  attempts: number
  error: string
}

const EFFECTS: Readonly<Record<string, string>> = {
  capture: "its payment is confirmed, but cannot be booked as captured",
  cancel: "its quote ran out unpaid, but it cannot be cancelled, and its goods stay reserved",
}

/** To staff: an effect of a payment, such as its capture, fails again and again. */
export const paymentStuck = defineMail({
  name: "payment-stuck",
  audience: "staff",
  resource: "order",
  schema: aboutOrder,
  async load(context, about) {
    if (about.invoiceId === undefined) return null
    const [found, failing] = await Promise.all([
      readOrderView(context, about),
      context.container.resolve(BITCOIN_PAYMENT).listBitcoinOutboxMessages({
        invoice_id: about.invoiceId,
        done_at: null,
        alarmed_at: { $ne: null },
      }),
    ])
    if (found === null || failing[0] === undefined) return null
    const { kind, attempts, last_error } = outboxRow.parse(failing[0])
    return {
      id: found.order.id,
      view: {
        number: found.order.display_id,
        orderUrl: adminOrderUrl(context, found.order.id),
        effect: kind,
        attempts,
        error: last_error ?? "no reason was noted",
      },
    }
  },
  render({ number, orderUrl, effect, attempts, error }: View) {
    const what = Object.hasOwn(EFFECTS, effect) ? EFFECTS[effect] : undefined
    return {
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
    }
  },
  fixtures: {
    "capture fails": {
      number: sampleOrder.number,
      orderUrl: "https://admin.shop.test/app/orders/order_1",
      effect: "capture",
      attempts: 6,
      error: "Medusa did not capture session payses_1.",
    },
  },
})
