import { formatBitcoin } from "@shop/contracts"
import { copyable, fact, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder, samplePayment } from "./fixtures"
import { withVat } from "./formats"
import { arrivalLine, followOrder, type Arrival } from "./order-blocks"
import { aboutOrder, orderPageUrl, readOrderView } from "./order-view"
import type { Shop } from "./shop"
import { describeCard } from "../orders/card-details"
import { readEstimate } from "../orders/delivery-estimate"

interface View {
  number: number
  totalPence: number
  /** 0 when staff accepted the order without a payment on the blockchain. */
  received: bigint
  /** The card that paid, like 'Visa ending 4242'; null: it was paid in Bitcoin. */
  card: string | null
  arrival: Arrival
  followUrl: string
}

/** The payment is final and the shop packs the parcel. */
export const paymentConfirmed = defineMail({
  name: "payment-confirmed",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  async load(context, about) {
    const found = await readOrderView(context, about)
    if (found === null || (found.bitcoin === null && found.card === null)) return null
    const { order, bitcoin, card } = found
    const view = {
      number: order.display_id,
      totalPence: order.total,
      received: BigInt(bitcoin?.receivedSats ?? "0"),
      card: card === null ? null : describeCard(card.payment.card),
      arrival: await readEstimate(context.container, order.id),
      followUrl: await orderPageUrl(context, order.id),
    }
    return { id: order.id, view }
  },
  render: ({ number, totalPence, received, card, arrival, followUrl }: View, shop: Shop) => ({
    subject: `Order ${number} is paid`,
    preview: "Thank you. We are packing your parcel.",
    title: "Your order is paid",
    blocks: [
      paragraph(
        `Your payment for order number ${number} is confirmed, thank you. We are packing your parcel and will email you when it is on its way.`,
      ),
      ...arrivalLine(arrival),
      fact("Order total", withVat(totalPence, shop)),
      ...(card === null ? [] : [fact("Paid by", card)]),
      ...(received === 0n ? [] : [copyable("Received, in bitcoin (BTC)", formatBitcoin(received))]),
      ...followOrder(followUrl),
    ],
  }),
  fixtures: {
    final: {
      number: sampleOrder.number,
      totalPence: sampleOrder.totalPence,
      received: samplePayment.due,
      card: null,
      arrival: { label: "Wed 24 – Thu 25 Jun", isUnpaid: false },
      followUrl: sampleOrder.followUrl,
    },
    "by card": {
      number: sampleOrder.number,
      totalPence: sampleOrder.totalPence,
      received: 0n,
      card: "Visa ending 4242",
      arrival: null,
      followUrl: sampleOrder.followUrl,
    },
  },
})
