import { z } from "@medusajs/framework/zod"
import { BITCOIN_PAYMENT, kindOf, type DestinationKind } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { bitcoinAmount, formatPence, REFUND_TIME } from "@shop/contracts"
import { button, copyable, fact, panel, paragraph, smallPrint } from "./blocks"
import type { MailContext } from "./define-mail"
import { buyerMail, orderPageUrl, staffMail } from "./define-order-mail"
import { ukTime } from "./formats"
import { followOrder, LINK_IS_SECRET, NEVER_A_KEY } from "./order-blocks"

const BY_LIGHTNING =
  " Or enter a Lightning address (it looks like an email address), an LNURL, an offer or a ₿ name."

/** What the mails call where a refund goes. */
const KINDS: Record<DestinationKind, string> = {
  address: "Bitcoin address",
  lightning_address: "Lightning address",
  lnurl: "LNURL",
  offer: "Lightning offer",
  bip353: "₿ name",
}

export const refundAddressRequest = buyerMail({
  name: "refund-address-request",
  label: "Refund: address requested",
  schema: z.object({
    orderId: z.string(),
    refundId: z.string(),
    pence: z.number().int(),
    /** Null while only the amount in pounds is decided. */
    satoshis: z.string().regex(/^\d+$/).nullable(),
  }),
  load: async (_found, context, { orderId, pence, satoshis }) => ({
    pence,
    satoshis: satoshis === null ? null : BigInt(satoshis),
    byLightning: context.container.resolve(BITCOIN_PAYMENT).lightning !== null,
    followUrl: await orderPageUrl(context, orderId),
  }),
  render: ({ number, pence, satoshis, byLightning, followUrl }) => ({
    subject: `Where should we send your refund for order ${number}?`,
    preview: `We owe you ${formatPence(pence)}. Please tell us your Bitcoin address.`,
    title: "Your refund",
    blocks: [
      paragraph(`We owe you a refund for order ${number}.`),
      fact("Refund", formatPence(pence)),
      ...(satoshis === null ? [] : [fact("In bitcoin", bitcoinAmount(satoshis))]),
      panel([
        paragraph(
          `On your order page, please enter a receiving address from your own Bitcoin wallet. It usually begins with bc1.${byLightning ? BY_LIGHTNING : ""} Copy and paste it, don't type it: money sent to a wrong address can't be recovered.`,
        ),
        button("Enter my refund address", followUrl),
        smallPrint(LINK_IS_SECRET),
        paragraph(
          "If you would prefer pounds, or the page doesn't work for you, reply to this email and we will arrange it.",
        ),
      ]),
      paragraph(
        `We do not send it back to where your payment came from: that may be an exchange's address and not yours. Once we have your reply, we will refund you ${REFUND_TIME}.`,
      ),
      paragraph(
        `${NEVER_A_KEY}, and never for a payment to release a refund. If in doubt, write to us at the address below.`,
      ),
    ],
  }),
})

const aboutAddress = z.object({ orderId: z.string(), addressId: z.string() })

/** The address given for an order's refund. Null when it was erased. */
async function readRefundAddress(
  { container }: MailContext,
  { orderId, addressId }: z.output<typeof aboutAddress>,
) {
  const invoices = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(orderId)
  for (const { refundAddresses, isAddressAwaited, owedMinor } of invoices) {
    const index = refundAddresses.findIndex(({ id }) => id === addressId)
    const given = refundAddresses[index]
    if (given !== undefined)
      return {
        isAwaited: isAddressAwaited,
        pence: Number(owedMinor),
        address: given.address,
        insteadOf: refundAddresses[index - 1]?.address ?? null,
        givenAt: new Date(given.at).toISOString(),
        /** How the page was opened: with the secret link of a mail, or signed in. */
        cameBy: given.cameBy,
      }
  }
  return null
}

const CAME_BY = {
  link: "by someone using the link in one of our emails",
  account: "by someone signed in to your account",
} as const

/** Confirms the refund address by mail, so the buyer notices when another person changes it. */
export const refundAddressConfirmation = buyerMail({
  name: "refund-address-confirmation",
  label: "Refund address confirmed",
  schema: aboutAddress,
  async load(_found, context, about) {
    const given = await readRefundAddress(context, about)
    return given && { ...given, followUrl: await orderPageUrl(context, about.orderId) }
  },
  render({ number, pence, isAwaited, address, insteadOf, givenAt, cameBy, followUrl }, shop) {
    const isChanged = insteadOf !== null
    return {
      subject: isChanged
        ? `The refund address for order ${number} was changed`
        : `We have your refund address for order ${number}`,
      preview: `It ends with ${address.slice(-6)}. If this was not you, reply to this email at once.`,
      title: isChanged ? "Your refund address was changed" : "We have your refund address",
      blocks: [
        paragraph(
          `On ${ukTime(givenAt)} ${isChanged ? "another" : "this"} ${KINDS[kindOf(address)]} was entered for your refund of order ${number}, ${CAME_BY[cameBy]}.`,
        ),
        panel([
          copyable("We will send the refund to", address),
          ...(isChanged ? [copyable("And no longer to", insteadOf)] : []),
          ...(isAwaited ? [fact("Refund", formatPence(pence))] : []),
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
})

export const refundAddressReceived = staffMail({
  name: "refund-address-received",
  label: "To staff: refund address",
  schema: aboutAddress,
  async load(_found, context, about) {
    const given = await readRefundAddress(context, about)
    // Once staff have recorded the refund, this mail could make them send it twice.
    return given?.isAwaited === true ? given : null
  },
  render({ number, pence, address, insteadOf, givenAt, cameBy, buyer, orderUrl }) {
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
        paragraph(
          kindOf(address) === "address"
            ? "Send it from the shop's wallet, then record the refund on the page of the order."
            : `It is a ${KINDS[kindOf(address)]}: pay it from the shop's Lightning wallet, then record the refund on the page of the order, with the invoice and the preimage that the wallet shows.`,
        ),
      ],
    }
  },
})
