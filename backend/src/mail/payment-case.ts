import { formatBitcoin, formatPence } from "@shop/contracts"
import type { PaymentReason } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { copyable, fact, heading, paragraph, type Block } from "./blocks"
import { aboutOrder, staffMail } from "./define-order-mail"
import { bitcoinAmount, ukTime } from "./formats"
import { readInvoicesInReview, type InvoiceInReview } from "./invoices-in-review"
import { openOrder } from "./order-blocks"

/** To staff: a payment that no rule settles, with its facts and what staff can do. */
export const paymentCase = staffMail({
  name: "payment-case",
  schema: aboutOrder,
  async load({ order }, { container }) {
    const invoices = await readInvoicesInReview(container, order.id)
    return invoices.length === 0 ? null : { invoices }
  },
  render({ number, totalPence, invoices, ...order }) {
    const flags = [...new Set(invoices.flatMap((invoice) => invoice.flags))]
    const steps = flags.map((flag) => flagText(flag).next).filter((next) => next !== null)
    return {
      subject: `Order ${number}: a Bitcoin payment needs your decision`,
      preview: flags.map((flag) => flagText(flag).what).join(" "),
      title: `The payment of order ${number} needs your decision`,
      blocks: [
        paragraph(
          `The shop cannot settle a payment for order number ${number} (${formatPence(totalPence)}) automatically. Please decide on it within one working day.`,
        ),
        ...invoices.flatMap((invoice, index) => [
          heading(invoices.length === 1 ? "What happened" : `What happened, payment ${index + 1}`),
          ...invoiceBlocks(invoice),
        ]),
        heading("What you can do"),
        ...steps.map(paragraph),
        paragraph(
          "A refund goes to an address that the buyer gives you, never to the one the money came from (it may be an exchange's), or in pounds if the buyer agrees.",
        ),
        ...openOrder(order),
      ],
    }
  },
})

const STOCK = {
  open: "In review. The order is open and its stock is still reserved.",
  expired: "In review. The order was cancelled when its quote expired. Its stock is back on sale.",
  cancelled: "In review. The order was cancelled. Its stock is back on sale.",
  superseded: "In review. The order goes on without it.",
} as const

const STATE_OF_DISPUTE = "Waiting. The order is open, and it does not expire while the sources differ."
/** Money from before the order changes nothing about it. */
const STATE_OF_OTHERS = "The order goes on as if the money were not there."

function stateOf({ isInReview, closed, dispute }: InvoiceInReview): string {
  if (isInReview || closed !== null) return STOCK[closed ?? "open"]
  return dispute === null ? STATE_OF_OTHERS : STATE_OF_DISPUTE
}

function invoiceBlocks(invoice: InvoiceInReview): Block[] {
  const { dueSats, receivedSats, missingSats, settledSats, outputs } = invoice
  return [
    ...invoice.flags.map((flag) => paragraph(flagText(flag).what)),
    fact(
      "State",
      `${stateOf(invoice)} ${invoice.isCaptured ? "This payment is captured." : "This payment is not captured."}`,
    ),
    ...(invoice.dispute === null ? [] : [fact("What the sources say", invoice.dispute)]),
    fact("Amount due", bitcoinAmount(dueSats)),
    fact("Received", bitcoinAmount(receivedSats)),
    ...(missingSats > 0n ? [fact("Missing", bitcoinAmount(missingSats))] : []),
    ...(settledSats > dueSats ? [fact("Surplus", bitcoinAmount(settledSats - dueSats))] : []),
    fact("Quote valid until", ukTime(invoice.expiresAt)),
    copyable("Our address", invoice.address),
    ...outputs.map((output) => copyable(outputLabel(output), output.txid)),
  ]
}

const STATUSES = {
  mempool: "not in a block yet",
  confirmed: "in a block",
  conflicted: "replaced, not counted",
  gone: "vanished, not counted",
} as const

function outputLabel({ sats, status, height, seenAt }: InvoiceInReview["outputs"][number]): string {
  const where = height === null ? STATUSES[status] : `in block ${height}`
  return `Transaction of ${formatBitcoin(sats)} BTC, ${where}, seen ${ukTime(seenAt)}`
}

interface FlagText {
  what: string
  next: string | null
}

const FLAG_TEXTS = {
  sources_disagree: {
    what: "Sources differ: the shop's two sources of the blockchain have told different things about this payment for half an hour.",
    next: "Sources that differ: look the address up in your own wallet and in a block explorer, and do not send the parcel meanwhile. When the sources agree, the case closes automatically. If one of them is wrong or far behind, ask the operator to replace it; if the payment is in a block with enough confirmations, you can mark the order as paid.",
  },
  late: {
    what: "Late: money arrived after the quote had run out.",
    next: "Late money: if the goods are in stock and the rate has not moved too far, accept it and send the order. Otherwise refund it.",
  },
  sent_before_order: {
    what: "Money was on the address before the order was placed. It is not counted.",
    next: "Money from before the order: find out whose it is. It may be another buyer's late payment, or your own.",
  },
  unconfirmed_too_long: {
    what: "Unconfirmed: the payment was sent in time, but no block held it within the time limit.",
    next: "Unconfirmed payment: compare its value today, in the order's Bitcoin panel, with the price. Once it is confirmed, accept it or refund it. Do not send the parcel before.",
  },
  short: {
    what: "Short: less than the amount due has arrived.",
    next: "Short payment: ask the buyer to send the rest, accept it as it is, or refund it. Agree with the buyer before more is sent.",
  },
  order_cancelled: {
    what: "Paid after cancelling: the order was already cancelled, and its stock is back on sale.",
    next: "Cancelled order: refund the money or, if the buyer still wants the goods and they are in stock, reinstate the order.",
  },
  superseded: {
    what: "Superseded: the order is paid in another way, or by another quote.",
    next: "Superseded payment: if the order is paid, refund it. If not, you can accept it in place of the other payment.",
  },
  paid_twice: {
    what: "Paid twice: the order was already paid through another quote.",
    next: "Paid twice: refund this payment. The order continues as usual.",
  },
  paid_after_refund: {
    what: "Paid after the refund: more money came after all of it was returned.",
    next: "Money after the refund: ask the buyer what it is for, and refund it.",
  },
  undone_after_capture: {
    what: "Undone: the network reversed a payment that was captured.",
    next: "Undone payment: do not send the parcel. If the payment is mined again, the case closes automatically. If not, write to the buyer.",
  },
  overpaid: {
    what: "Overpaid: more than the amount due has arrived.",
    next: "Surplus: offer to refund it, minus the network's fee.",
  },
  several_transactions: { what: "It came in several transactions.", next: null },
  dust_ignored: {
    what: "Amounts too small to be spent (dust) arrived too and were not counted.",
    next: null,
  },
  replaced: { what: "At least one transaction was replaced or vanished and is not counted.", next: null },
} satisfies Record<PaymentReason, FlagText>

/** Unknown flags are shown by name. */
function flagText(flag: string): FlagText {
  const texts: Readonly<Record<string, FlagText>> = FLAG_TEXTS
  const known = Object.hasOwn(texts, flag) ? texts[flag] : undefined
  return known ?? { what: `Also noted: ${flag.replaceAll("_", " ")}.`, next: null }
}
