import { type BitcoinPayment, type InvoiceState, type Order, formatBitcoin } from "@shop/contracts"

export type PaymentTone = "waiting" | "moving" | "done" | "attention"

type Progress = Pick<Order, "status" | "isPartlySent">
export type PaymentStatus = Progress & { bitcoin: BitcoinPayment }

/** `late`: the money arrived after the quote or the order had ended. `owed`: the paid order was cancelled afterwards. */
export type PaymentStage = InvoiceState | "late" | "owed"

export interface LabelOf<Standing> {
  tone: PaymentTone
  title: string
  detail: (standing: Standing) => string
  offersContact?: boolean
}

export const IN_REVIEW = {
  tone: "attention",
  title: "We have your payment; we will be in touch",
  detail: () => "We need to check something by hand. You don't need to do anything.",
  offersContact: true,
} as const

const BITCOIN = (satoshis: string | bigint) => `${formatBitcoin(BigInt(satoshis))} BTC`

/** The label of each stage. Nothing is called paid before it is. */
const LABELS = {
  awaiting_payment: {
    tone: "waiting",
    title: "Ready when you are",
    detail: () => "Send the exact amount from your wallet. This page updates by itself within seconds.",
  },
  underpaid: {
    tone: "attention",
    title: "Part of the payment has arrived",
    detail: ({ bitcoin }) =>
      `${BITCOIN(bitcoin.receivedSats)} received. Send ${BITCOIN(bitcoin.remainingSats)} more to the same address.`,
  },
  seen: {
    tone: "moving",
    title: "Payment seen, waiting for confirmation",
    detail: () => "The network has your transaction. The first confirmation usually takes 10-30 minutes.",
  },
  confirming: {
    tone: "moving",
    title: "Payment is being confirmed",
    detail: ({ bitcoin }) => `${bitcoin.confirmations} of ${bitcoin.requiredConfirmations} confirmations`,
  },
  confirmed: {
    tone: "done",
    title: "Payment confirmed",
    detail: ({ bitcoin, ...order }) => `Thank you. ${afterPayment(order)}${surplus(bitcoin)}`,
  },
  expired: {
    tone: "attention",
    title: "This quote has expired",
    detail: () =>
      "Nothing arrived in time, so please do not send to its address now. If you have already sent money, we will find it and email you.",
    offersContact: true,
  },
  late: {
    tone: "attention",
    title: "Your payment arrived late",
    detail: ({ bitcoin }) =>
      `We see ${BITCOIN(bitcoin.receivedSats)}, sent after the time ran out. Once it is confirmed, we'll check it and email you. Please do not send it again.`,
    offersContact: true,
  },
  owed: {
    tone: "moving",
    title: "This order was cancelled",
    detail: ({ bitcoin }) =>
      `You get back the ${BITCOIN(bitcoin.receivedSats)} that you paid, within 14 days. We'll email you when it is sent.`,
    offersContact: true,
  },
  review: IN_REVIEW,
  cancelled: {
    tone: "attention",
    title: "This order was cancelled",
    detail: () =>
      "Please do not send a payment for it. If you have already sent money, we will find it and email you.",
    offersContact: true,
  },
  refunded: {
    tone: "done",
    title: "This order was refunded",
    detail: () => "The refund is on its way to you.",
    offersContact: true,
  },
} as const satisfies Record<PaymentStage, LabelOf<PaymentStatus>>

/** Where a paid order is, for its buyer. */
export function afterPayment({ status, isPartlySent }: Progress): string {
  if (status === "returned") return "We have received your return."
  if (status === "delivered") return "Your parcel was delivered."
  if (isPartlySent) return "A part of your order has left, and we are getting the rest ready."
  return status === "dispatched" ? "Your parcel is on its way." : "We are getting your parcel ready."
}

/** Money beyond the price can be refunded. It is never moved to another order. */
function surplus({ surplusSats }: BitcoinPayment): string {
  return surplusSats === "0"
    ? ""
    : ` You sent ${BITCOIN(surplusSats)} more than was asked. It is yours, and we will email you about it.`
}

const OVER: readonly InvoiceState[] = ["expired", "cancelled"]

/** The stage of a payment for the buyer, who sees one order, not an order and an invoice. */
export function stageOf({ status, bitcoin }: Pick<PaymentStatus, "status" | "bitcoin">): PaymentStage {
  if (status === "refunded") return "refunded"
  if (status === "cancelled" && bitcoin.state === "confirmed") return "owed"
  const isOver = OVER.includes(bitcoin.state) || (status === "cancelled" && bitcoin.state !== "review")
  if (!isOver) return bitcoin.state
  if (BigInt(bitcoin.receivedSats) > 0n) return "late"
  return status === "cancelled" ? "cancelled" : bitcoin.state
}

export function paymentLabel(payment: PaymentStatus) {
  const { tone, title, detail, offersContact = false }: LabelOf<PaymentStatus> = LABELS[stageOf(payment)]
  return { tone, title, detail: detail(payment), offersContact }
}

/** True while the buyer can still pay to the address on the page. */
export function isPayable(standing: PaymentStatus): boolean {
  const stage = stageOf(standing)
  return stage === "awaiting_payment" || stage === "underpaid"
}
