import { formatBitcoin } from "@shop/contracts"
import { confirmationTime } from "@shop/contracts"
import { copyable, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder, samplePayment } from "./fixtures"
import { followOrder } from "./order-blocks"
import { aboutOrder, loadBitcoinOrder, orderPageUrl } from "./order-view"

interface View {
  number: number
  received: bigint
  requiredConfirmations: number
  followUrl: string
}

const fixture: View = {
  number: sampleOrder.number,
  received: samplePayment.due,
  requiredConfirmations: 3,
  followUrl: sampleOrder.followUrl,
}

/** The payment is in the mempool or in a block, but not final yet. */
export const paymentSeen = defineMail({
  name: "payment-seen",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  load: (context, about) =>
    loadBitcoinOrder(context, about, async ({ order, bitcoin }) => ({
      number: order.display_id,
      received: BigInt(bitcoin.receivedSats),
      requiredConfirmations: bitcoin.requiredConfirmations,
      followUrl: await orderPageUrl(context, order.id),
    })),
  render: ({ number, received, requiredConfirmations, followUrl }: View) => ({
    subject: `We can see your payment for order ${number}`,
    preview: "The Bitcoin network is confirming it now.",
    title: "Payment seen",
    blocks: [
      paragraph(`Your payment for order number ${number} has reached the Bitcoin network.`),
      copyable("Received, in bitcoin (BTC)", formatBitcoin(received)),
      paragraph(
        `We wait for ${requiredConfirmations === 1 ? "one confirmation" : `${requiredConfirmations} confirmations`} before we pack, which usually takes ${confirmationTime(requiredConfirmations)}. You don't need to do anything: we will email you again.`,
      ),
      ...followOrder(followUrl),
    ],
  }),
  fixtures: {
    "one confirmation": { ...fixture, requiredConfirmations: 1 },
    "three confirmations": fixture,
    "six confirmations": { ...fixture, requiredConfirmations: 6 },
  },
})
