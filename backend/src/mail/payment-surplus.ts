import { formatPence } from "@shop/contracts"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { button, fact, heading, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder, samplePayment } from "./fixtures"
import { bitcoinAmount } from "./formats"
import { aboutOrder, adminOrderUrl, loadBitcoinOrder } from "./order-view"

interface View {
  number: number
  pricePence: number
  surplusPence: number
  dueSats: bigint
  receivedSats: bigint
  buyer: string
  orderUrl: string
}

/** To staff: an order is paid, and more than its price arrived. */
export const paymentSurplus = defineMail({
  name: "payment-surplus",
  audience: "staff",
  resource: "order",
  schema: aboutOrder,
  load: (context, about) =>
    loadBitcoinOrder(context, about, async ({ order }) => {
      const { reviewService } = context.container.resolve(BITCOIN_PAYMENT)
      const all = await reviewService.detailsOfOrder(order.id)
      const details = all.find(({ invoice }) => invoice.id === about.invoiceId)
      if (details === undefined || details.surplusMinor === 0n) return null
      const { invoice, surplusMinor } = details
      return {
        number: order.display_id,
        pricePence: Number(details.capturedMinor),
        surplusPence: Number(surplusMinor),
        dueSats: invoice.due,
        receivedSats: invoice.settled,
        buyer: order.email,
        orderUrl: adminOrderUrl(context, order.id),
      }
    }),
  render({ number, pricePence, surplusPence, dueSats, receivedSats, buyer, orderUrl }: View) {
    return {
      subject: `Order ${number}: ${formatPence(surplusPence)} more than the price was received`,
      preview: "The order is paid. The surplus needs your decision.",
      title: `Order ${number} was overpaid`,
      blocks: [
        paragraph(
          `Order number ${number} (${formatPence(pricePence)}) is paid and continues as usual. ${formatPence(surplusPence)} more than its price was received, at the rate of its quote.`,
        ),
        fact("Amount due", bitcoinAmount(dueSats)),
        fact("Received", bitcoinAmount(receivedSats)),
        heading("What you can do"),
        paragraph(
          "Ask the buyer for a refund address in the order's Bitcoin panel, send the surplus back minus the network's fee, and record the refund. Or record there why you keep it. Never send it to the address that the money came from: it may be an exchange's.",
        ),
        fact("Buyer", buyer),
        button("Open the order", orderUrl),
      ],
    }
  },
  fixtures: {
    overpaid: {
      number: sampleOrder.number,
      pricePence: sampleOrder.totalPence,
      surplusPence: 250,
      dueSats: samplePayment.due,
      receivedSats: samplePayment.due + 6_250n,
      buyer: sampleOrder.buyer,
      orderUrl: "https://admin.shop.test/app/orders/order_1",
    },
  },
})
