import { button, fact, panel, paragraph, type Block } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder, samplePayment } from "./fixtures"
import { ukTime } from "./formats"
import { aboutOrder, loadBitcoinOrder, paymentPageUrl } from "./order-view"
import type { Shop } from "./shop"

interface View {
  number: number
  expiredAt: string
  /** Where and until when the buyer can get a new quote. Null once the stock is released. */
  renewal: { url: string; before: string } | null
}

const fixture: View = {
  number: sampleOrder.number,
  expiredAt: samplePayment.expiresAt,
  renewal: { url: "https://shop.test/checkout?order=order_01J", before: "2026-06-21T15:35:00.000Z" },
}

/** Nothing was paid in time: how to pay after all, and that a payment on its way is not lost. */
export const paymentExpired = defineMail({
  name: "payment-expired",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  load: (context, about) =>
    loadBitcoinOrder(context, about, async ({ order, bitcoin, isSuperseded }) => {
      if (bitcoin.state !== "expired" || isSuperseded) return null
      const heldUntil = Date.parse(bitcoin.expiresAt) + context.holdMs
      return {
        number: order.display_id,
        expiredAt: bitcoin.expiresAt,
        renewal:
          Date.now() < heldUntil
            ? { url: await paymentPageUrl(context, order.id), before: new Date(heldUntil).toISOString() }
            : null,
      }
    }),
  render: ({ number, expiredAt, renewal }: View, shop: Shop) => ({
    subject: `The time to pay for order ${number} has run out`,
    preview: renewal ? "You can still get a new quote." : "You are welcome to order again.",
    title: "Your Bitcoin quote has expired",
    blocks: [
      paragraph(
        `The quote for order number ${number} ended on ${ukTime(expiredAt)}, and by then no payment had reached us. Please don't send anything to that address now.`,
      ),
      ...nextSteps(shop.url, renewal),
      paragraph(
        "If you have already sent money, it isn't lost: we are still watching that address and will email you.",
      ),
      paragraph("If you no longer want the order, you don't need to do anything."),
    ],
  }),
  fixtures: { "a new quote is possible": fixture, "too late for a new quote": { ...fixture, renewal: null } },
})

function nextSteps(shopUrl: string, renewal: View["renewal"]): Block[] {
  if (renewal === null) {
    return [
      paragraph("This order can no longer be paid, but you are welcome to order again:"),
      button("Back to the shop", shopUrl),
    ]
  }
  return [
    panel([
      paragraph(
        "Would you still like it? For a while you can get a new quote, at the current rate and with a new address, on the page of your order:",
      ),
      fact("Available until", ukTime(renewal.before)),
      button("Get a new quote", renewal.url),
      paragraph("After that the goods go back on sale, and you are welcome to order again."),
    ]),
  ]
}
