import type { BitcoinPayment, InvoiceState } from "@shop/contracts"
import { formatSatoshis } from "./satoshis"

/** How a line about a payment is coloured: waiting, on its way, done, or in need of the reader. */
export type PaymentTone = "waiting" | "moving" | "done" | "attention"

interface PaymentWords {
  tone: PaymentTone
  title: string
  detail: (payment: BitcoinPayment) => string
}

const BITCOIN = (satoshis: string) => `${formatSatoshis(BigInt(satoshis))} BTC`

/** What a buyer reads about each state of a payment. It tells the truth: nothing is called paid before it is. */
const WORDS = {
  awaiting_payment: {
    tone: "waiting",
    title: "Waiting for your transaction to reach the network",
    detail: () => "This page follows the payment by itself. Most wallets take a few seconds to send.",
  },
  underpaid: {
    tone: "attention",
    title: "Part of the payment has arrived",
    detail: (payment) =>
      `${BITCOIN(payment.receivedSats)} received. Send ${BITCOIN(payment.remainingSats)} more to the same address.`,
  },
  seen: {
    tone: "moving",
    title: "Payment seen, waiting for confirmation",
    detail: () => "The network has your transaction. The first confirmation usually takes 10-30 minutes.",
  },
  confirming: {
    tone: "moving",
    title: "Payment is being confirmed",
    detail: (payment) => `${payment.confirmations} of ${payment.requiredConfirmations} confirmations`,
  },
  confirmed: {
    tone: "done",
    title: "Payment confirmed",
    detail: () => "Thank you. We are getting your parcel ready.",
  },
  expired: {
    tone: "attention",
    title: "This quote has expired",
    detail: () =>
      "Nothing arrived in time, so please do not send to this address now. If you have already sent it, we will see it and write to you.",
  },
  review: {
    tone: "attention",
    title: "We have your payment; we will be in touch",
    detail: () => "Something about it needs a person to look. There is nothing you need to do.",
  },
  cancelled: {
    tone: "attention",
    title: "This order was cancelled",
    detail: () => "Please do not send a payment for it.",
  },
  refunded: {
    tone: "done",
    title: "This order was refunded",
    detail: () => "The refund is on its way to you.",
  },
} as const satisfies Record<InvoiceState, PaymentWords>

/** The title, detail and tone for where a payment stands. */
export function paymentWords(payment: BitcoinPayment): { tone: PaymentTone; title: string; detail: string } {
  const words: PaymentWords = WORDS[payment.state]
  return { tone: words.tone, title: words.title, detail: words.detail(payment) }
}

const FINAL: readonly InvoiceState[] = ["confirmed", "expired", "cancelled", "refunded"]

/** True once nothing more will happen by itself, so that the page may stop asking. */
export const isSettled = (payment: BitcoinPayment): boolean => FINAL.includes(payment.state)

/** True while the buyer can still pay to the address on the screen. */
export const isPayable = (payment: BitcoinPayment): boolean =>
  payment.state === "awaiting_payment" || payment.state === "underpaid"
