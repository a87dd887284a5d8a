import { bitcoinAmount, formatBitcoin, formatPence } from "@shop/contracts"
import { button, copyable, fact, panel, paragraph, type Block } from "./blocks"
import type { MailContext } from "./define-mail"
import { aboutOrder, buyerMail, orderPageUrl, paymentPageUrl, type MailedOrder } from "./define-order-mail"
import { ukTime } from "./formats"
import { amountDueOf, isDifferenceDue } from "../orders/amount-due"
import { paidOrder, readOrder } from "../orders/projections"
import { followOrder, paymentTarget } from "./order-blocks"
import { readTarget } from "./payment-target"

const NOT_WANTED = paragraph("If you no longer want the order, you don't need to do anything.")

function payableOnPage(text: string, action: string, { url, until }: { url: string; until: string }): Block {
  return panel([
    paragraph(text),
    fact("Available until", ukTime(until)),
    button(action, url),
    paragraph("After that the goods go back on sale, and you are welcome to order again."),
  ])
}

/** What a change made due beyond an earlier payment. It can be paid as long as the shop waits. Null: the order has no such payment. */
async function readDifference({ order }: MailedOrder, context: MailContext) {
  const [paid, pence] = await Promise.all([
    readOrder(context.container, paidOrder, order.id),
    amountDueOf(context.container, order.id),
  ])
  return paid !== undefined && isDifferenceDue({ ...order, ...paid }, pence)
    ? { pence, url: await paymentPageUrl(context, order.id) }
    : null
}

function differenceDue({ pence, url }: NonNullable<Awaited<ReturnType<typeof readDifference>>>): Block[] {
  return [
    panel([
      paragraph(
        `What you paid before is safe, and your parcel waits for the remaining ${formatPence(pence)}. You can pay it by card or with Bitcoin:`,
      ),
      button(`Pay ${formatPence(pence)}`, url),
    ]),
    paragraph("Do you have a question about the change of your order? Reply to this email."),
  ]
}

export const paymentUnderpaid = buyerMail({
  name: "payment-underpaid",
  label: "Payment too small",
  schema: aboutOrder,
  async load({ order, bitcoin }, context) {
    // The rest may have arrived, or the quote may have expired. Then no more money must be sent.
    if (bitcoin?.state !== "underpaid") return null
    return {
      received: BigInt(bitcoin.receivedSats),
      remaining: BigInt(bitcoin.remainingSats),
      /** Its link asks for the remaining amount only. */
      target: await readTarget(context, order.id, bitcoin),
    }
  },
  render: ({ number, received, remaining, target }) => ({
    subject: `Your payment for order ${number} is short by ${formatBitcoin(remaining)} BTC`,
    preview: `${formatBitcoin(remaining)} BTC more completes your order.`,
    title: "Part of your payment has arrived",
    blocks: [
      paragraph(
        `We have received ${bitcoinAmount(received)} for order ${number}, thank you. That is less than the full amount; this often happens when an exchange takes its fee from the payment.`,
      ),
      panel([
        ...paymentTarget(
          "Send before",
          [
            paragraph(
              "To complete your order, please send exactly the remaining amount to the same address:",
            ),
            copyable("Still to send, in bitcoin (BTC)", formatBitcoin(remaining)),
            copyable("The same in satoshis", remaining.toString()),
          ],
          target,
        ),
        paragraph("Paying from an exchange? Make sure its fee is added on top this time."),
      ]),
      paragraph(
        "If you have already sent the rest, you don't need to do anything. If you can't send it in time, your money is safe and we will email you.",
      ),
    ],
  }),
})

/** Staff made a new invoice: what to send, where and until when. The old address is no longer valid. */
export const paymentNewInvoice = buyerMail({
  name: "payment-new-invoice",
  label: "New invoice",
  schema: aboutOrder,
  async load({ order, bitcoin, isSuperseded }, context) {
    // Paid, expired or superseded meanwhile: the address must not be paid any more.
    if (bitcoin?.state !== "awaiting_payment" || isSuperseded) return null
    return {
      duePence: await amountDueOf(context.container, order.id),
      amount: BigInt(bitcoin.amountSats),
      target: await readTarget(context, order.id, bitcoin),
      followUrl: await orderPageUrl(context, order.id),
    }
  },
  render: ({ number, duePence, amount, target, followUrl }) => ({
    subject: `A new Bitcoin invoice for order ${number}`,
    preview: `${formatBitcoin(amount)} BTC, to a new address.`,
    title: "A new invoice for your order",
    blocks: [
      paragraph(
        `Here is a new invoice of ${formatPence(duePence)} for order ${number}, at the current rate and with a new address.`,
      ),
      panel([
        ...paymentTarget(
          "Pay before",
          [
            paragraph("To pay for your order, please send exactly this amount to this address:"),
            copyable("Amount in bitcoin (BTC)", formatBitcoin(amount)),
            copyable("The same in satoshis", amount.toString()),
          ],
          target,
        ),
        paragraph(
          "Paying from an exchange? Make sure its fee is added on top, so that the full amount reaches us.",
        ),
      ]),
      paragraph(
        "Please don't send anything to an earlier address of this order. The same address and amount are on your order page. If anything differs, or you weren't expecting this email, contact us before you pay.",
      ),
      ...followOrder(followUrl, true),
      NOT_WANTED,
    ],
  }),
})

export const paymentExpired = buyerMail({
  name: "payment-expired",
  label: "Quote expired",
  schema: aboutOrder,
  async load(found, context) {
    const { order, bitcoin, isSuperseded } = found
    if (bitcoin?.state !== "expired" || isSuperseded) return null
    const heldUntil = Date.parse(bitcoin.expiresAt) + context.holdMs
    return {
      expiredAt: bitcoin.expiresAt,
      difference: await readDifference(found, context),
      /** Where and until when the buyer can get a new quote. Null once the stock is released. */
      renewal:
        Date.now() < heldUntil
          ? { url: await paymentPageUrl(context, order.id), until: new Date(heldUntil).toISOString() }
          : null,
    }
  },
  render: ({ number, expiredAt, difference, renewal }, shop) => ({
    subject:
      difference === null
        ? `The time to pay for order ${number} has run out`
        : `The quote for the rest of order ${number} has run out`,
    preview: renewal || difference ? "You can still get a new quote." : "You are welcome to order again.",
    title: "Your Bitcoin quote has expired",
    blocks: [
      paragraph(
        `The quote for order number ${number} ended on ${ukTime(expiredAt)}, and by then no payment had reached us. Please don't send anything to that address now.`,
      ),
      ...(difference === null ? wantedStill(renewal, shop.url) : differenceDue(difference)),
      paragraph(
        "If you have already sent money, it isn't lost: we are still watching that address and will email you.",
      ),
      ...(difference === null ? [NOT_WANTED] : []),
    ],
  }),
})

function wantedStill(renewal: Parameters<typeof payableOnPage>[2] | null, shopUrl: string): Block[] {
  if (renewal === null)
    return [
      paragraph("This order can no longer be paid, but you are welcome to order again:"),
      button("Back to the shop", shopUrl),
    ]
  const text =
    "Would you still like it? For a while you can get a new quote, at the current rate and with a new address, on the page of your order:"
  return [payableOnPage(text, "Get a new quote", renewal)]
}

/** The card was declined: how to pay after all, while the stock is reserved or the difference is due. */
export const paymentDeclined = buyerMail({
  name: "payment-declined",
  label: "Payment not completed",
  schema: aboutOrder,
  async load(found, context) {
    const { order, card } = found
    const payment = card?.payment
    if (payment?.state !== "awaiting_payment" || Date.now() >= payment.payableUntil) return null
    return {
      until: new Date(payment.payableUntil).toISOString(),
      url: await paymentPageUrl(context, order.id),
      difference: await readDifference(found, context),
    }
  },
  render: ({ number, difference, ...page }) => ({
    subject: `The card payment for order ${number} was not completed`,
    preview: "Nothing was charged. You can try again or pay with Bitcoin.",
    title: "Your card payment was not completed",
    blocks: [
      paragraph(
        `Your bank declined the card payment for order number ${number}. Nothing was charged.${difference === null ? " Your items are still reserved." : ""}`,
      ),
      ...(difference === null
        ? [
            payableOnPage(
              "You can try again with the same card or another one, or pay with Bitcoin:",
              "Pay for the order",
              page,
            ),
            NOT_WANTED,
          ]
        : differenceDue(difference)),
    ],
  }),
})
