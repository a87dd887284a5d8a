import { z } from "@medusajs/framework/zod"
import { type PaymentMethod, REFUND_TIME } from "@shop/contracts"
import { button, fact, heading, paragraph } from "./blocks"
import { aboutOrder, buyerMail, type MailedOrder } from "./define-order-mail"
import { withVat } from "./formats"
import { itemLines, NEVER_A_KEY } from "./order-blocks"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { queryGraph } from "../platform/sql/query"
import { describeItem, paidOf, paidOrder } from "../orders/projections"

/** The buyer's money: never received, still with the shop, with an address for the refund, refunded, or with their bank. */
type Money = "none" | "held" | "addressed" | "returned" | "disputed"

const stateRow = paidOrder.extend({ status: z.string(), canceled_at: z.coerce.date().nullish() })

export const orderCancelled = buyerMail({
  name: "order-cancelled",
  label: "Order cancelled",
  schema: aboutOrder,
  async load({ order, method, bitcoin, card }, context, { incident }) {
    const [state] = await queryGraph(context.container, stateRow, {
      entity: "order",
      filters: { id: order.id },
    })
    if (state?.status !== "canceled") return null
    if (incident !== undefined && incident !== state.canceled_at?.getTime()) return null
    const question = await context.container.resolve(BITCOIN_PAYMENT).reviewService.refundQuestion(order.id)
    const pictures = await context.readLinePictures(order.items)
    return {
      totalPence: order.total,
      items: order.items.map((item, index) => ({
        ...describeItem(item),
        quantity: item.quantity,
        picture: pictures[index] ?? null,
      })),
      method: method ?? "card",
      money: card?.payment.dispute
        ? ("disputed" as const)
        : moneyState(
            bitcoin,
            paidOf(state).captured > 0,
            question?.address !== undefined && question.address !== null,
          ),
    }
  },
  render: ({ number, totalPence, items, method, money }, shop) => ({
    subject: `Order ${number} is cancelled`,
    preview: PREVIEWS[money],
    title: "Your order is cancelled",
    blocks: [
      paragraph(`Your order number ${number} is cancelled. It will not be sent.`),
      ...MONEY[money === "held" ? method : money].map(paragraph),
      heading("Items"),
      itemLines(items),
      fact("Order total", withVat(totalPence, shop)),
      paragraph("If you didn't ask for this, or have a question, reply to this email. We read every reply."),
      button("Back to the shop", shop.url),
    ],
  }),
})

/** Medusa counts a card payment as refunded as soon as its order is cancelled, before the bank has moved any money. */
function moneyState(bitcoin: MailedOrder["bitcoin"], isCaptured: boolean, hasAddress: boolean): Money {
  if (bitcoin?.state === "refunded") return "returned"
  if (!isCaptured && BigInt(bitcoin?.receivedSats ?? "0") === 0n) return "none"
  return hasAddress ? "addressed" : "held"
}

const PREVIEWS = {
  none: "Nothing was taken, and nothing will be sent.",
  held: "Your money comes back to you.",
  addressed: "Your money comes back to you.",
  returned: "Your money went back to you.",
  disputed: "Your bank returns what you paid.",
} as const

const MONEY = {
  none: [
    "You haven't been charged, and you don't need to do anything. If it was to be paid in Bitcoin, please don't send anything to its address now.",
  ],
  returned: [
    "You have been refunded; we sent the details in a separate email. Please don't send anything more to an address of this order.",
  ],
  disputed: [
    "You asked your bank for the payment back, so the bank returns it to you and we do not refund it as well. If the bank decides that it stays with us, you get it back from us.",
  ],
  addressed: [
    `Your payment has reached us and is safe. You will get it back in Bitcoin ${REFUND_TIME}, at the address that you entered on your order page. A separate email repeats that address: if it isn't yours, reply to it at once.`,
  ],
  bitcoin: [
    `Your payment has reached us and is safe. You will get it back ${REFUND_TIME}: we will email you to ask for your Bitcoin address or, if you prefer, refund you in pounds.`,
    `${NEVER_A_KEY}.`,
  ],
  card: [`What you paid goes back to your card ${REFUND_TIME}. You don't need to do anything.`],
} as const satisfies Record<PaymentMethod | Exclude<Money, "held">, readonly string[]>
