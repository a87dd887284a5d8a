import type { z } from "@medusajs/framework/zod"
import { bitcoinAmount, confirmationTime, creditOf, formatBitcoin, formatPence } from "@shop/contracts"
import {
  BITCOIN_PAYMENT,
  capturedMinor,
  type PaymentReason,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { copyable, fact, paragraph } from "./blocks"
import type { MailContext } from "./define-mail"
import { aboutOrder, buyerMail, orderPageUrl, type MailedOrder } from "./define-order-mail"
import { REPLY_TIME, withVat } from "./formats"
import { amountDueOf } from "../orders/amount-due"
import { arrivalLine, followOrder, NEVER_A_KEY, wordsAboutRest } from "./order-blocks"
import { describeCard } from "../orders/card-texts"
import { amountsOf, paidOf, paidOrder, readOrder } from "../orders/projections"
import { readEstimate } from "../orders/delivery-estimate"

export const paymentSeen = buyerMail({
  name: "payment-seen",
  label: "Payment seen",
  schema: aboutOrder,
  load: async ({ order, bitcoin }, context) =>
    bitcoin && {
      received: BigInt(bitcoin.receivedSats),
      requiredConfirmations: bitcoin.requiredConfirmations,
      followUrl: await orderPageUrl(context, order.id),
    },
  render: ({ number, received, requiredConfirmations, followUrl }) => ({
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
})

/** In pence: what was captured of the payment that a mail is about, of the whole order, and what is still due. */
async function readPaid(
  { order, card }: MailedOrder,
  context: MailContext,
  { invoiceId }: z.output<typeof aboutOrder>,
) {
  const { container } = context
  const [quote, paid, due] = await Promise.all([
    invoiceId === undefined ? null : container.resolve(BITCOIN_PAYMENT).settlement.invoice(invoiceId),
    readOrder(container, paidOrder, order.id),
    amountDueOf(container, order.id),
  ])
  const paidPence = quote === null ? (card?.payment.pence ?? 0) : Number(capturedMinor(quote))
  const duePence = Math.max(0, due)
  const { captured, refunded } = paid === undefined ? { captured: 0, refunded: 0 } : paidOf(paid)
  return {
    ...{ paidPence, duePence, isWhole: duePence === 0 && captured <= paidPence },
    credit: creditOf({ ...amountsOf(order), total: order.total, refunded }),
    isPayable: await context.isPayable(duePence),
  }
}

/** What a captured payment paid, and what is left to pay: of the whole order, a part of it, or the difference that a change made due. */
export const paymentConfirmed = buyerMail({
  name: "payment-confirmed",
  label: "Payment confirmed",
  schema: aboutOrder,
  async load(found, context, about) {
    const { order, bitcoin, card } = found
    if (bitcoin === null && card === null) return null
    return {
      ...(await readPaid(found, context, about)),
      totalPence: order.total,
      /** 0 when staff accepted the order without a payment on the blockchain. */
      received: BigInt(bitcoin?.receivedSats ?? "0"),
      isByLightning: bitcoin?.isPaidByLightning === true,
      /** The card that paid, like 'Visa ending 4242'; null: it was paid in Bitcoin. */
      card: card === null ? null : describeCard(card.payment.card),
      arrival: await readEstimate(context.container, order.id),
      followUrl: await orderPageUrl(context, order.id),
    }
  },
  render: ({ number, received, isByLightning, card, arrival, followUrl, ...paid }, shop) => {
    const { totalPence, credit, paidPence, duePence, isWhole, isPayable } = paid
    const rail = isByLightning ? "Bitcoin, by Lightning" : "Bitcoin"
    const paidBy = card ?? (received === 0n ? null : rail)
    const rest = duePence === 0 ? null : wordsAboutRest(duePence, isPayable)
    const { text, ...head } = wordsAboutPaid(number, formatPence(paidPence), rest, isWhole)
    return {
      ...head,
      blocks: [
        paragraph(text),
        ...(isWhole ? arrivalLine(arrival) : []),
        ...(credit.pence > 0 ? [fact(credit.label, `−${formatPence(credit.pence)}`)] : []),
        fact("Order total", withVat(totalPence, shop)),
        ...(isWhole ? [] : [fact("This payment", formatPence(paidPence))]),
        ...(rest?.action === undefined ? [] : [fact("Still to be paid", formatPence(duePence))]),
        ...(paidBy === null ? [] : [fact("Paid by", paidBy)]),
        ...(received === 0n ? [] : [copyable("Received, in bitcoin (BTC)", formatBitcoin(received))]),
        ...followOrder(followUrl, false, rest?.action),
      ],
    }
  },
})

/** @param isWhole the order was paid with this payment alone */
function wordsAboutPaid(
  number: number,
  paid: string,
  rest: ReturnType<typeof wordsAboutRest> | null,
  isWhole: boolean,
) {
  if (rest !== null)
    return {
      subject: `We have received ${paid} for order ${number}`,
      preview: rest.text,
      title: "Your payment has arrived",
      text: `Your payment of ${paid} for order number ${number} is confirmed, thank you. The order has changed since. ${rest.text}${rest.action === undefined ? "" : " We send your parcel when that has reached us."}`,
    }
  if (isWhole)
    return {
      subject: `Order ${number} is paid`,
      preview: "Thank you. We are packing your parcel.",
      title: "Your order is paid",
      text: `Your payment for order number ${number} is confirmed, thank you. We are packing your parcel and will email you when it is on its way.`,
    }
  return {
    subject: `Order ${number} is paid in full`,
    preview: `Thank you. We have received ${paid}, and nothing more is due.`,
    title: "Your order is paid in full",
    text: `Your payment of ${paid} for order number ${number} is confirmed, thank you. With your earlier payment the order is paid in full. We will email you when a parcel is on its way.`,
  }
}

/** The reasons that concern the buyer, the most important first. */
const REVIEW_REASONS: readonly { reason: PaymentReason; text: string }[] = [
  { reason: "late", text: "It arrived after the time to pay had run out." },
  { reason: "short", text: "It is less than the amount of the order." },
  { reason: "order_cancelled", text: "It arrived after the order had been cancelled." },
  { reason: "superseded", text: "It was sent to an address that is no longer used for the order." },
  { reason: "paid_twice", text: "The order had already been paid." },
]

export const paymentReview = buyerMail({
  name: "payment-review",
  label: "Payment under review",
  schema: aboutOrder,
  async load({ order }, { container }, about) {
    const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(order.id)
    const reviewed = all.filter(
      ({ invoice: { id, state } }) =>
        state === "review" && (about.invoiceId === undefined || about.invoiceId === id),
    )
    if (reviewed.length === 0) return null
    return {
      received: reviewed.reduce((sum, { invoice }) => sum + invoice.received, 0n),
      reasons: reviewed.flatMap(({ reasons }): PaymentReason[] => [...reasons]),
    }
  },
  render: ({ number, received, reasons }) => ({
    subject: `We have your payment for order ${number} and will be in touch`,
    preview: "You don't need to do anything now.",
    title: "We have your payment",
    blocks: [
      paragraph(`Your payment for order number ${number} has reached us, and it is safe.`),
      fact("Received", bitcoinAmount(received)),
      paragraph(
        [
          "We need to check it by hand before we can go on.",
          ...REVIEW_REASONS.filter(({ reason }) => reasons.includes(reason)).map(({ text }) => text),
        ].join(" "),
      ),
      paragraph(
        `We will email you within ${REPLY_TIME} to say whether we can send your order or will refund you. You don't need to do anything; please don't send anything more.`,
      ),
      paragraph(`For a refund we will ask for your Bitcoin address. ${NEVER_A_KEY}.`),
    ],
  }),
})
