import { z } from "@medusajs/framework/zod"
import { formatPence, REFUND_TIME, SEALED_GOODS } from "@shop/contracts"
import { readWithdrawal, type StoredWithdrawal } from "../platform/medusa-tables/withdrawals"
import { fact, heading, lines, paragraph, quotation, type Block } from "./blocks"
import { buyerMail, orderPageUrl, staffMail, type MailedOrder } from "./define-order-mail"
import { ukTime } from "./formats"
import { followOrder, itemLines, openOrder, type Item } from "./order-blocks"

const aboutWithdrawal = z.object({ orderId: z.string() })

interface Notice {
  orderedAt: string
  sentAt: string
  items: Item[]
  name: string
  address: string
}

function noticeOf({ order }: MailedOrder, { at: sentAt, items, name, address }: StoredWithdrawal): Notice {
  return { orderedAt: order.created_at.toISOString(), sentAt, items, name, address }
}

/** The model cancellation form, filled in (Consumer Contracts Regulations 2013, Schedule 3, part B). */
function noticeBlocks(number: number, { orderedAt, sentAt, items, name, address }: Notice): Block[] {
  return [
    lines(["I hereby give notice that I cancel my contract of sale of the following goods:"]),
    itemLines(items),
    fact("Order number", String(number)),
    fact("Ordered on", ukTime(orderedAt)),
    fact("Name", name),
    fact("Address", address),
    fact("Sent on", ukTime(sentAt)),
  ]
}

/** The buyer's notice of withdrawal has arrived: what it says, and what comes next. The buyer's copy of it. */
export const withdrawalAcknowledged = buyerMail({
  name: "withdrawal-acknowledged",
  label: "Return: notice acknowledged",
  schema: aboutWithdrawal,
  async load(found, context, { orderId }) {
    const withdrawal = await readWithdrawal(context.container, orderId)
    if (withdrawal === null) return null
    return { notice: noticeOf(found, withdrawal), followUrl: await orderPageUrl(context, orderId) }
  },
  render: ({ number, notice, followUrl }, shop) => ({
    subject: `Your return of order ${number}: we have your notice`,
    preview: "What you sent us, and what comes next.",
    title: "We have your notice",
    blocks: [
      paragraph(`You have told us that you withdraw from order number ${number}, or from part of it.`),
      heading("What comes next"),
      paragraph(
        `Send the goods back within 14 days to ${shop.legalName}, ${shop.address}. Put the order number into the parcel and keep the post office's receipt. You pay for the return. If we have not sent them to you yet, there is nothing to return.`,
      ),
      paragraph(
        `We refund what you paid for them, with the cost of standard delivery if you return the whole order, ${REFUND_TIME} of receiving them, or of proof that you have sent them. A card payment goes back to the card. For a Bitcoin payment we will ask for an address on your order page.`,
      ),
      paragraph(
        `${SEALED_GOODS} If something is wrong with what you received, reply to this email instead: we replace it or refund you, and you send nothing back unless we ask and pay for it.`,
      ),
      heading("Your notice"),
      ...noticeBlocks(number, notice),
      ...followOrder(followUrl),
    ],
  }),
})

export const withdrawalReceived = staffMail({
  name: "withdrawal-received",
  label: "To staff: return",
  schema: aboutWithdrawal,
  async load(found, { container }, { orderId }) {
    const withdrawal = await readWithdrawal(container, orderId)
    if (withdrawal === null || withdrawal.settledAt !== null) return null
    return { notice: noticeOf(found, withdrawal), pence: withdrawal.pence }
  },
  render: ({ number, pence, notice, ...order }) => ({
    subject: `Order ${number}: the buyer returns goods`,
    preview: `Goods of ${formatPence(pence)} come back.`,
    title: `A return of order ${number}`,
    replyTo: order.buyer,
    blocks: [
      paragraph(
        `The buyer withdraws from goods of ${formatPence(pence)}. Do not send what is not on its way yet. The law gives 14 days for the refund, from getting the goods back or from proof that they were sent.`,
      ),
      paragraph(
        "When the goods are here, look whether they are unopened, refund the buyer on the page of the order, and mark the return as settled there.",
      ),
      heading("The notice"),
      ...noticeBlocks(number, notice),
      ...openOrder(order),
    ],
  }),
})

export const withdrawalSettled = buyerMail({
  name: "withdrawal-settled",
  label: "Return settled",
  schema: aboutWithdrawal,
  async load(_found, context, { orderId }) {
    const withdrawal = await readWithdrawal(context.container, orderId)
    if (withdrawal === null || withdrawal.note === null) return null
    const { items, note } = withdrawal
    return { items, note, followUrl: await orderPageUrl(context, orderId) }
  },
  render: ({ number, items, note, followUrl }) => ({
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
})
