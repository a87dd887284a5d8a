import { button, fact, panel, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { ukTime } from "./formats"
import { aboutOrder, paymentPageUrl, readOrderView } from "./order-view"

interface View {
  number: number
  payableUntil: string
  payUrl: string
}

/** The card was declined and nothing is paid: how to pay after all, while the stock is reserved. */
export const paymentDeclined = defineMail({
  name: "payment-declined",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  async load(context, about) {
    const found = await readOrderView(context, about)
    const payment = found?.card?.payment
    if (!found || payment?.state !== "awaiting_payment" || Date.now() >= payment.payableUntil) return null
    const view = {
      number: found.order.display_id,
      payableUntil: new Date(payment.payableUntil).toISOString(),
      payUrl: await paymentPageUrl(context, found.order.id),
    }
    return { id: found.order.id, view }
  },
  render: ({ number, payableUntil, payUrl }: View) => ({
    subject: `The card payment for order ${number} was not completed`,
    preview: "Nothing was charged. You can try again or pay with Bitcoin.",
    title: "Your card payment was not completed",
    blocks: [
      paragraph(
        `Your bank declined the card payment for order number ${number}. Nothing was charged. Your items are still reserved.`,
      ),
      panel([
        paragraph("You can try again with the same card or another one, or pay with Bitcoin:"),
        fact("Available until", ukTime(payableUntil)),
        button("Pay for the order", payUrl),
        paragraph("After that the goods go back on sale, and you are welcome to order again."),
      ]),
      paragraph("If you no longer want the order, you don't need to do anything."),
    ],
  }),
  fixtures: {
    declined: {
      number: sampleOrder.number,
      payableUntil: "2026-06-21T15:35:00.000Z",
      payUrl: "https://shop.test/checkout?order=order_01J",
    },
  },
})
