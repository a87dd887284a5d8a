import { formatPence } from "@shop/contracts"
import { button, copyable, fact, panel, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { ukTime } from "./formats"
import { adminOrderUrl } from "./order-view"
import {
  aboutRefundAddress,
  previousRefundAddress,
  readRefundAddress,
  sampleGivenAddress,
  type GivenAddress,
} from "./refund-address"

interface View extends GivenAddress {
  number: number
  pence: number
  buyer: string
  orderUrl: string
}

const fixture: View = {
  ...sampleGivenAddress,
  number: sampleOrder.number,
  pence: sampleOrder.totalPence,
  buyer: sampleOrder.buyer,
  orderUrl: "https://admin.shop.test/app/orders/order_01J",
}

/** To staff: the buyer gave or changed the refund address, so the refund can be sent. */
export const refundAddressReceived = defineMail({
  name: "refund-address-received",
  audience: "staff",
  resource: "order",
  schema: aboutRefundAddress,
  async load(context, about) {
    const found = await readRefundAddress(context, about)
    // Once staff have recorded the refund, this mail could make them send it twice.
    if (found?.isAwaited !== true) return null
    const { order, given, pence } = found
    return {
      id: order.id,
      view: {
        ...given,
        number: order.display_id,
        pence,
        buyer: order.email,
        orderUrl: adminOrderUrl(context, order.id),
      },
    }
  },
  render({ number, pence, address, insteadOf, givenAt, cameBy, buyer, orderUrl }: View) {
    const isChanged = insteadOf !== null
    return {
      subject: `Order ${number}: the refund address ${isChanged ? "was changed" : "is here"}`,
      preview: isChanged ? "Wait before you send: it replaces another address." : "The refund can be sent.",
      title: isChanged ? "A refund address was changed" : "A refund can be sent",
      replyTo: buyer,
      blocks: [
        paragraph(
          `The buyer of order number ${number} was asked where their refund should go, and has answered.`,
        ),
        panel([
          copyable("Send to", address),
          ...(isChanged ? [copyable("And no longer to", insteadOf)] : []),
          fact("Refund", formatPence(pence)),
          fact("Given on", ukTime(givenAt)),
          fact("By", `${cameBy === "account" ? "the signed-in buyer" : "the link in a mail"} (${buyer})`),
          button("Open the order", orderUrl),
        ]),
        paragraph(
          isChanged
            ? "Someone with access to the buyer's mailbox could have changed it. We have emailed the buyer: wait a day for their answer, or ask them by telephone, before you send."
            : "We have mailed this address to the buyer, in case it was not them.",
        ),
        paragraph("Send it from the shop's wallet, then record the refund on the page of the order."),
      ],
    }
  },
  fixtures: { given: fixture, changed: { ...fixture, insteadOf: previousRefundAddress } },
})
