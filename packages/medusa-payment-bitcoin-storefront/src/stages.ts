import { bitcoins } from "./bitcoins.js"
import type { BitcoinPayment, PaymentState } from "./payment.js"

/** `late`: money arrived after the quote or the order had ended. */
export type PaymentStage = PaymentState | "late"

type Facts = Pick<
  BitcoinPayment,
  "receivedSats" | "remainingSats" | "surplusSats" | "confirmations" | "requiredConfirmations"
>
export type StageTexts = Readonly<Record<PaymentStage, { title: string; detail: (payment: Facts) => string }>>

/** The stage that a buyer is told of. */
export function stageOf({
  state,
  receivedSats,
}: Pick<BitcoinPayment, "state" | "receivedSats">): PaymentStage {
  const isOver = state === "expired" || state === "cancelled"
  return isOver && BigInt(receivedSats) > 0n ? "late" : state
}

/** Whether the buyer can pay to the address now. */
export const isPayable = ({ state }: { state: string }): boolean =>
  state === "awaiting_payment" || state === "underpaid"

/** Whether nothing changes any more without the shop's staff, so that a page may stop following it. */
export const isFinal = ({ state }: { state: string }): boolean =>
  state === "confirmed" || state === "cancelled" || state === "refunded"

export const btc = (satoshis: string): string => `${bitcoins(satoshis)} BTC`

/** Nothing is called paid before it is. */
export const ENGLISH_STAGES = {
  awaiting_payment: {
    title: "Ready when you are",
    detail: () => "Send the exact amount from your wallet. This page updates by itself within seconds.",
  },
  underpaid: {
    title: "Part of the payment has arrived",
    detail: ({ receivedSats, remainingSats }) =>
      `${btc(receivedSats)} received. Send ${btc(remainingSats)} more to the same address.`,
  },
  seen: {
    title: "Payment seen, waiting for confirmation",
    detail: () => "The network has your transaction. The first confirmation usually takes 10-30 minutes.",
  },
  confirming: {
    title: "Payment is being confirmed",
    detail: ({ confirmations, requiredConfirmations }) =>
      `${confirmations} of ${requiredConfirmations} confirmations`,
  },
  confirmed: {
    title: "Payment confirmed",
    detail: ({ surplusSats }) =>
      surplusSats === "0"
        ? "Thank you."
        : `Thank you. You sent ${btc(surplusSats)} more than was asked. It is yours, and we will be in touch.`,
  },
  expired: {
    title: "This quote has expired",
    detail: () => "Nothing arrived in time, so please do not send to its address now.",
  },
  late: {
    title: "Your payment arrived late",
    detail: ({ receivedSats }) =>
      `We see ${btc(receivedSats)}, sent after the time ran out. Please do not send it again: we will be in touch.`,
  },
  review: {
    title: "We have your payment; we will be in touch",
    detail: () => "We need to check something by hand. You don't need to do anything.",
  },
  cancelled: {
    title: "This order was cancelled",
    detail: () => "Please do not send a payment for it.",
  },
  refunded: { title: "This order was refunded", detail: () => "The refund is on its way to you." },
} as const satisfies StageTexts
