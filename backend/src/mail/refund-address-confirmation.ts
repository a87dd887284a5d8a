import { formatPence } from "@shop/contracts"
import { copyable, fact, panel, paragraph } from "./blocks"
import { defineMail } from "./define-mail"
import { sampleOrder } from "./fixtures"
import { ukTime } from "./formats"
import { followOrder } from "./order-blocks"
import { orderPageUrl } from "./order-view"
import {
  aboutRefundAddress,
  previousRefundAddress,
  readRefundAddress,
  sampleGivenAddress,
  type GivenAddress,
} from "./refund-address"
import type { Shop } from "./shop"

interface View extends GivenAddress {
  number: number
  /** Null once the refund is sent. */
  pence: number | null
  followUrl: string
}

const fixture: View = {
  ...sampleGivenAddress,
  number: sampleOrder.number,
  pence: sampleOrder.totalPence,
  followUrl: sampleOrder.followUrl,
}

/** Confirms the refund address by mail, so the buyer notices when another person changes it. */
export const refundAddressConfirmation = defineMail({
  name: "refund-address-confirmation",
  audience: "customer",
  resource: "order",
  schema: aboutRefundAddress,
  async load(context, about) {
    const found = await readRefundAddress(context, about)
    if (found === null) return null
    const { order, given, isAwaited, pence } = found
    return {
      id: order.id,
      view: {
        ...given,
        number: order.display_id,
        pence: isAwaited ? pence : null,
        followUrl: await orderPageUrl(context, order.id),
      },
    }
  },
  render({ number, pence, address, insteadOf, givenAt, cameBy, followUrl }: View, shop: Shop) {
    const isChanged = insteadOf !== null
    return {
      subject: isChanged
        ? `The refund address for order ${number} was changed`
        : `We have your refund address for order ${number}`,
      preview: `It ends with ${address.slice(-6)}. If this was not you, reply to this email at once.`,
      title: isChanged ? "Your refund address was changed" : "We have your refund address",
      blocks: [
        paragraph(
          `On ${ukTime(givenAt)} ${isChanged ? "another" : "this"} Bitcoin address was entered for your refund of order ${number}, ${CAME_BY[cameBy]}.`,
        ),
        panel([
          copyable("We will send the refund to", address),
          ...(isChanged ? [copyable("And no longer to", insteadOf)] : []),
          ...(pence === null ? [] : [fact("Refund", formatPence(pence))]),
          paragraph(
            `If this was not you, reply to this email at once or call ${shop.phone}: money sent to a wrong address can't be recovered.`,
          ),
        ]),
        paragraph(
          "If it was you, check it against your wallet once more. That's all. Until we have sent the refund, you can change it on your order page.",
        ),
        ...followOrder(followUrl),
      ],
    }
  },
  fixtures: {
    "given by the link in a mail": fixture,
    "changed by the signed-in buyer": { ...fixture, cameBy: "account", insteadOf: previousRefundAddress },
  },
})

const CAME_BY = {
  link: "by someone using the link in one of our emails",
  account: "by someone signed in to your account",
} as const
