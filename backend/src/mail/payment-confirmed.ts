import { formatBitcoin, formatPence } from "@shop/contracts"
import { copyable, fact, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder, samplePayment } from "./fixtures"
import { followOrder } from "./order-blocks"
import { aboutOrder, loadBitcoinOrder, orderPageUrl } from "./order-view"

interface View {
  number: number
  totalPence: number
  /** 0 when staff accepted the order without a payment on the blockchain. */
  received: bigint
  followUrl: string
}

/** The payment is final and the shop packs the parcel. */
export const paymentConfirmed = defineMail({
  name: "payment-confirmed",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  load: (context, about) =>
    loadBitcoinOrder(context, about, async ({ order, bitcoin }) => ({
      number: order.display_id,
      totalPence: order.total,
      received: BigInt(bitcoin.receivedSats),
      followUrl: await orderPageUrl(context, order.id),
    })),
  render: ({ number, totalPence, received, followUrl }: View) => ({
    subject: `Order ${number} is paid`,
    preview: "Thank you. We are packing your parcel.",
    title: "Your order is paid",
    blocks: [
      paragraph(
        `Your payment for order number ${number} is confirmed, thank you. We are packing your parcel and will write when it is on its way.`,
      ),
      fact("Order total", `${formatPence(totalPence)} including VAT`),
      ...(received === 0n ? [] : [copyable("Received, in bitcoin (BTC)", formatBitcoin(received))]),
      ...followOrder(followUrl),
    ],
  }),
  fixtures: {
    final: {
      number: sampleOrder.number,
      totalPence: sampleOrder.totalPence,
      received: samplePayment.due,
      followUrl: sampleOrder.followUrl,
    },
  },
})
