import { formatPence } from "@shop/contracts"
import { button, fact, heading, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { adminOrderUrl } from "./order-view"
import { aboutWithdrawal, noticeBlocks, readNotice, sampleNotice, type Notice } from "./withdrawal"

interface View extends Notice {
  buyer: string
  pence: number
  orderUrl: string
}

/** To staff: a buyer withdraws from an order, or from a part of it. */
export const withdrawalReceived = defineMail({
  name: "withdrawal-received",
  audience: "staff",
  resource: "order",
  schema: aboutWithdrawal,
  async load(context, { orderId }) {
    const found = await readNotice(context, orderId)
    if (found === null || found.withdrawal.settledAt !== null) return null
    return {
      id: orderId,
      view: {
        ...found.notice,
        buyer: found.order.email,
        pence: found.withdrawal.pence,
        orderUrl: adminOrderUrl(context, orderId),
      },
    }
  },
  render: ({ buyer, pence, orderUrl, ...notice }: View) => ({
    subject: `Order ${notice.number}: the buyer returns goods`,
    preview: `Goods of ${formatPence(pence)} come back.`,
    title: `A return of order ${notice.number}`,
    replyTo: buyer,
    blocks: [
      paragraph(
        `The buyer withdraws from goods of ${formatPence(pence)}. Do not send what is not on its way yet. The law gives 14 days for the refund, from getting the goods back or from proof that they were sent.`,
      ),
      paragraph(
        "When the goods are here, look whether they are unopened, refund the buyer on the page of the order, and mark the return as settled there.",
      ),
      heading("The notice"),
      ...noticeBlocks(notice),
      fact("Buyer", buyer),
      button("Open the order", orderUrl),
    ],
  }),
  fixtures: {
    "of two items": {
      ...sampleNotice,
      buyer: sampleOrder.buyer,
      pence: sampleOrder.totalPence,
      orderUrl: "https://admin.shop.test/app/orders/order_01J",
    },
  },
})
