import { heading, paragraph, quotation } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { followOrder, itemLines, type Item } from "./order-blocks"
import { orderPageUrl } from "./order-view"
import { aboutWithdrawal, readNotice, sampleNotice } from "./withdrawal"

interface View {
  number: number
  items: Item[]
  note: string
  followUrl: string
}

/** Staff have settled the buyer's return. */
export const withdrawalSettled = defineMail({
  name: "withdrawal-settled",
  audience: "customer",
  resource: "order",
  schema: aboutWithdrawal,
  async load(context, { orderId }) {
    const found = await readNotice(context, orderId)
    if (found === null || found.withdrawal.note === null) return null
    const { number, items } = found.notice
    const { note } = found.withdrawal
    return { id: orderId, view: { number, items, note, followUrl: await orderPageUrl(context, orderId) } }
  },
  render: ({ number, items, note, followUrl }: View) => ({
    subject: `Your return of order ${number} is settled`,
    preview: "What we have done about it.",
    title: "Your return is settled",
    blocks: [
      paragraph(`We have dealt with your return of order number ${number}:`),
      quotation(note),
      paragraph("If you were refunded, a separate email says how much and where it went."),
      heading("Items"),
      itemLines(items),
      ...followOrder(followUrl),
      paragraph("If you do not agree, reply to this email. We read every reply."),
    ],
  }),
  fixtures: {
    "with a note": {
      number: sampleNotice.number,
      items: sampleNotice.items,
      note: "Both jars arrived unopened. We have refunded them.",
      followUrl: sampleOrder.followUrl,
    },
  },
})
