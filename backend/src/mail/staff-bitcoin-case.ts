import { bitcoinAmount, formatBitcoin, formatPence } from "@shop/contracts"
import {
  BITCOIN_PAYMENT,
  REASON_ADVICE,
  REASON_TEXTS,
  type PaymentReason,
  type ReviewedInvoice,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { copyable, fact, heading, paragraph, type Block } from "./blocks"
import { aboutOrder, staffMail } from "./define-order-mail"
import { REPLY_TIME, ukTime } from "./formats"
import { openOrder } from "./order-blocks"

export interface InvoiceInReview {
  /** Otherwise two sources differ, or money from before the order is on its address. */
  isInReview: boolean
  /** What each of two sources says, while they differ. */
  dispute: string | null
  dueSats: bigint
  receivedSats: bigint
  missingSats: bigint
  /** What of it has enough confirmations. */
  settledSats: bigint
  isCaptured: boolean
  /** Closed invoices have released their stock. */
  closed: ReviewedInvoice["invoice"]["closed"]
  address: string
  expiresAt: string
  reasons: readonly PaymentReason[]
  outputs: {
    txid: string
    sats: bigint
    status: ReviewedInvoice["outputs"][number]["status"]
    height: number | null
    seenAt: string
  }[]
}

export const paymentCase = staffMail({
  name: "payment-case",
  label: "To staff: payment case",
  schema: aboutOrder,
  async load({ order }, { container }) {
    const all = await container.resolve(BITCOIN_PAYMENT).reviewService.detailsOfOrder(order.id)
    const invoices = all.filter(needsDecision).reverse().map(viewOf)
    return invoices.length === 0 ? null : { invoices }
  },
  render({ number, totalPence, invoices, ...order }) {
    const reasons = [...new Set(invoices.flatMap((invoice) => invoice.reasons))]
    return {
      subject: `Order ${number}: a Bitcoin payment needs your decision`,
      preview: reasons.map(sentenceOf).join(" "),
      title: `The payment of order ${number} needs your decision`,
      blocks: [
        paragraph(
          `The shop cannot settle a payment for order number ${number} (${formatPence(totalPence)}) automatically. Please decide on it within ${REPLY_TIME}.`,
        ),
        ...invoices.flatMap((invoice, index) => [
          heading(invoices.length === 1 ? "What happened" : `What happened, payment ${index + 1}`),
          ...invoiceBlocks(invoice),
        ]),
        heading("What you can do"),
        ...reasons.flatMap(adviceOn).map(paragraph),
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
    ...invoice.reasons.map((reason) => paragraph(sentenceOf(reason))),
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
  settled: "by Lightning",
} as const

function outputLabel({ sats, status, height, seenAt }: InvoiceInReview["outputs"][number]): string {
  const where = height === null ? STATUSES[status] : `in block ${height}`
  return `Transaction of ${formatBitcoin(sats)} BTC, ${where}, seen ${ukTime(seenAt)}`
}

const sentenceOf = (reason: PaymentReason) => `${REASON_TEXTS[reason]}.`

function adviceOn(reason: PaymentReason): string[] {
  const advice: Partial<Record<PaymentReason, string>> = REASON_ADVICE
  return advice[reason] === undefined ? [] : [`${REASON_TEXTS[reason]}: ${advice[reason]}`]
}

function needsDecision({ invoice, hasEarlierMoney }: ReviewedInvoice): boolean {
  return invoice.state === "review" || hasEarlierMoney || invoice.dispute !== null
}

function viewOf({ invoice, missingSats, outputs, reasons }: ReviewedInvoice): InvoiceInReview {
  return {
    isInReview: invoice.state === "review",
    dispute: invoice.dispute?.says ?? null,
    dueSats: invoice.due,
    receivedSats: invoice.received,
    missingSats,
    settledSats: invoice.settled,
    isCaptured: invoice.captured,
    closed: invoice.closed,
    address: invoice.address,
    expiresAt: new Date(invoice.expiresAt).toISOString(),
    reasons,
    outputs: outputs.map(({ txid, amount: sats, status, height, seenAt }) => ({
      ...{ txid, sats, status, height },
      seenAt: new Date(seenAt).toISOString(),
    })),
  }
}
