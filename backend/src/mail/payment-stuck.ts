import { z } from "@medusajs/framework/zod"
import { button, fact, heading, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { aboutOrder, adminOrderUrl, readOrderView } from "./order-view"
import { querySql } from "../platform/sql/query"

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
  capture: "its payment is confirmed, but cannot be captured",
  cancel: "its quote expired unpaid, but it cannot be cancelled, and its stock stays reserved",
  refund: "a refund cannot be made or entered in the order",
}

/** To staff: an effect of a payment, such as its capture, fails again and again. */
export const paymentStuck = defineMail({
  name: "payment-stuck",
  audience: "staff",
  resource: "order",
  schema: aboutOrder,
  async load(context, { orderId, invoiceId }) {
    const found = await readOrderView(context, { orderId })
    const [failing] = await querySql(
      context.container,
      outboxRow,
      `select coalesce(payload ->> 'kind', 'refund') as kind, attempts, last_error from outbox_message
        where topic in ('bitcoin-effect', 'bitcoin-refund', 'card-effect', 'card-refund') and finished_at is null
          and alerted_at is not null and payload ->> 'orderId' = :orderId
          and (cast(:invoiceId as text) is null or payload ->> 'invoiceId' = :invoiceId) order by position limit 1`,
      { orderId, invoiceId: invoiceId ?? null },
    )
    if (found === null || failing === undefined) return null
    const view = {
      number: found.order.display_id,
      orderUrl: adminOrderUrl(context, found.order.id),
      effect: failing.kind,
      attempts: failing.attempts,
      error: failing.last_error ?? "no reason was recorded",
    }
    return { id: found.order.id, view }
  },
  render({ number, orderUrl, effect, attempts, error }: View) {
    const what = Object.hasOwn(EFFECTS, effect) ? EFFECTS[effect] : undefined
    return {
      subject: `Order ${number}: a payment effect keeps failing`,
      preview: `Tried ${attempts} times so far.`,
      title: `Order ${number} is stuck`,
      blocks: [
        paragraph(
          `Order number ${number}: ${what ?? `'${effect}' fails`}. The shop has tried ${attempts} times and retries at least every ten minutes. No money is lost meanwhile.`,
        ),
        heading("What you can do"),
        paragraph(
          "Forward this to the operator of the shop's server: `npm run shop bitcoin:status` counts what is stuck, and the log shows the cause. When an attempt succeeds, the case closes automatically.",
        ),
        fact("Attempts", String(attempts)),
        fact("Last error", error),
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
    "a refund is not recorded": {
      number: sampleOrder.number,
      orderUrl: "https://admin.shop.test/app/orders/order_1",
      effect: "refund",
      attempts: 6,
      error: "Session payses_1 has no payment to refund.",
    },
  },
})
