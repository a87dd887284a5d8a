import { heading, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { followOrder } from "./order-blocks"
import { orderPageUrl } from "./order-view"
import type { Shop } from "./shop"
import { aboutWithdrawal, noticeBlocks, readNotice, sampleNotice, type Notice } from "./withdrawal"

interface View extends Notice {
  followUrl: string
}

/** The buyer's notice of withdrawal has arrived: what it says, and what comes next. The buyer's copy of it. */
export const withdrawalAcknowledged = defineMail({
  name: "withdrawal-acknowledged",
  audience: "customer",
  resource: "order",
  schema: aboutWithdrawal,
  async load(context, { orderId }) {
    const found = await readNotice(context, orderId)
    if (found === null) return null
    return { id: orderId, view: { ...found.notice, followUrl: await orderPageUrl(context, orderId) } }
  },
  render: ({ followUrl, ...notice }: View, shop: Shop) => ({
    subject: `Your return of order ${notice.number}: we have your notice`,
    preview: "What you sent us, and what comes next.",
    title: "We have your notice",
    blocks: [
      paragraph(`You have told us that you withdraw from order number ${notice.number}, or from part of it.`),
      heading("What comes next"),
      paragraph(
        `Send the goods back within 14 days, unopened, to ${shop.legalName}, ${shop.address}. Put the order number into the parcel and keep the post office's receipt. You pay for the return. If we have not sent them to you yet, there is nothing to return.`,
      ),
      paragraph(
        "We refund what you paid for them, with the cost of standard delivery if you return the whole order, within 14 days of receiving them, or of proof that you have sent them. A card payment goes back to the card. For a Bitcoin payment we will ask for an address on your order page.",
      ),
      paragraph(
        "Sealed food that was opened cannot be returned, for reasons of health and hygiene. If something is wrong with what you received, reply to this email instead: we replace it or refund you, and you send nothing back unless we ask and pay for it.",
      ),
      heading("Your notice"),
      ...noticeBlocks(notice),
      ...followOrder(followUrl),
    ],
  }),
  fixtures: { "of two items": { ...sampleNotice, followUrl: sampleOrder.followUrl } },
})
