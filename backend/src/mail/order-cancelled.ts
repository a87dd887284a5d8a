import { z } from "@medusajs/framework/zod"
import { button, fact, heading, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { withVat } from "./formats"
import { itemLines, type Item } from "./order-blocks"
import { aboutOrder, readOrderView, type OrderView } from "./order-view"
import type { Shop } from "./shop"
import { BITCOIN_PAYMENT } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { queryGraph } from "../platform/sql/query"
import { describeItem } from "../orders/projections"

interface View {
  number: number
  totalPence: number
  items: Item[]
  method: "bitcoin" | "card"
  /** The buyer's money: never received, still with the shop, with an address for the refund, or refunded. */
  money: "none" | "held" | "addressed" | "returned"
}

const stateRow = z.object({
  status: z.string(),
  payment_collections: z.array(z.object({ captured_amount: z.coerce.number().nullish() })),
})

const fixture: View = {
  number: sampleOrder.number,
  totalPence: sampleOrder.totalPence,
  items: sampleOrder.items,
  method: "bitcoin",
  money: "held",
}

/** The order is cancelled: nothing is sent, and what happens to the buyer's money. */
export const orderCancelled = defineMail({
  name: "order-cancelled",
  audience: "customer",
  resource: "order",
  schema: aboutOrder,
  async load(context, about) {
    const [found, [state]] = await Promise.all([
      readOrderView(context, about),
      queryGraph(context.container, stateRow, {
        entity: "order",
        fields: ["status", "payment_collections.captured_amount"],
        filters: { id: about.orderId },
      }),
    ])
    if (found === null || state?.status !== "canceled") return null
    const { order, bitcoin } = found
    const question = await context.container.resolve(BITCOIN_PAYMENT).reviewService.refundQuestion(order.id)
    const isCaptured = state.payment_collections.some(({ captured_amount }) => (captured_amount ?? 0) > 0)
    const pictures = await context.readLinePictures(order.items)
    const view: View = {
      number: order.display_id,
      totalPence: order.total,
      items: order.items.map((item, index) => ({
        ...describeItem(item),
        quantity: item.quantity,
        picture: pictures[index] ?? null,
      })),
      method: bitcoin === null ? "card" : "bitcoin",
      money: moneyState(bitcoin, isCaptured, question?.address !== undefined && question.address !== null),
    }
    return { id: order.id, view }
  },
  render: ({ number, totalPence, items, method, money }: View, shop: Shop) => ({
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
  fixtures: {
    "paid in Bitcoin": fixture,
    "paid in Bitcoin, with an address": { ...fixture, money: "addressed" },
    "not paid": { ...fixture, money: "none" },
    "refunded already": { ...fixture, money: "returned" },
    "paid by card": { ...fixture, method: "card" },
  },
})

/** Medusa counts a card payment as refunded as soon as its order is cancelled, before the bank has moved any money. */
function moneyState(bitcoin: OrderView["bitcoin"], isCaptured: boolean, hasAddress: boolean): View["money"] {
  if (bitcoin?.state === "refunded") return "returned"
  if (!isCaptured && BigInt(bitcoin?.receivedSats ?? "0") === 0n) return "none"
  return hasAddress ? "addressed" : "held"
}

const PREVIEWS = {
  none: "Nothing was taken, and nothing will be sent.",
  held: "Your money comes back to you.",
  addressed: "Your money comes back to you.",
  returned: "Your money went back to you.",
} as const

const MONEY = {
  none: [
    "You haven't been charged, and you don't need to do anything. If it was to be paid in Bitcoin, please don't send anything to its address now.",
  ],
  returned: [
    "You have been refunded; we sent the details in a separate email. Please don't send anything more to an address of this order.",
  ],
  addressed: [
    "Your payment has reached us and is safe. You will get it back in Bitcoin within 14 days, at the address that you entered on your order page. A separate email repeats that address: if it isn't yours, reply to it at once.",
  ],
  bitcoin: [
    "Your payment has reached us and is safe. You will get it back within 14 days: we will email you to ask for your Bitcoin address or, if you prefer, refund you in pounds.",
    "We will never ask for a key, recovery words or a password.",
  ],
  card: ["What you paid goes back to your card within 14 days. You don't need to do anything."],
} as const
