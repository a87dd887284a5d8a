import { type CardPayment, type Order, REFUND_TIME } from "@shop/contracts"
import { afterPayment, IN_REVIEW, type LabelOf, titleOfPaid, UPDATES_ITSELF } from "./bitcoin-labels"
import { formatPounds, penceOf } from "./money"
import { formatTime } from "./time"

export interface CardStatus {
  order: Pick<Order, "status" | "isPartlySent">
  card: CardPayment
}

const CANCELLED = `The order was cancelled: what you paid goes back to your card ${REFUND_TIME}.`

const DISPUTED = {
  open: "You have asked your bank about it: we wait for the bank, and do not send anything meanwhile.",
  lost: "Your bank has returned it to you, and there is nothing to pay. Please contact us about the goods.",
} as const satisfies Record<NonNullable<CardPayment["dispute"]>, string>

/** The label of each state. Nothing is called paid before it is. */
const LABELS = {
  awaiting_payment: {
    tone: "waiting",
    title: "Your order is not paid yet",
    detail: ({ card }) => `Nothing was charged. ${nextStep(card, "Pay by card")}`,
  },
  declined: {
    tone: "attention",
    title: "The payment was not completed",
    detail: ({ card }) => `Your card was declined, and nothing was charged. ${nextStep(card, "Try again")}`,
  },
  confirming: {
    tone: "moving",
    title: "Your payment is being confirmed",
    detail: () => "You don't need to do anything.",
    promise: UPDATES_ITSELF,
  },
  paid: {
    tone: "done",
    title: "Payment received",
    detail: ({ order, card }) =>
      [
        remarkOf(card),
        card.dispute === null &&
          (order.status === "cancelled"
            ? CANCELLED
            : `${order.status === "paid" ? "Thank you. " : ""}${afterPayment(order)}`),
      ]
        .filter(Boolean)
        .join(" "),
    remark: ({ card }) => remarkOf(card),
  },
  not_completed: {
    tone: "attention",
    title: "This order was not paid",
    detail: () => "It is closed and nothing was charged. You can order the same again at any time.",
  },
  review: IN_REVIEW,
  refunded: {
    tone: "done",
    title: "Your payment was refunded",
    detail: ({ card }) => `${formatPounds(card.refunded)} goes back to your card ${REFUND_TIME}.`,
    offersContact: true,
  },
} as const satisfies Record<CardPayment["state"] | "declined", LabelOf<CardStatus>>

function remarkOf({ refunded, dispute }: CardPayment): string {
  return [
    penceOf(refunded) > 0 && `${formatPounds(refunded)} of it goes back to your card ${REFUND_TIME}.`,
    dispute !== null && DISPUTED[dispute],
  ]
    .filter(Boolean)
    .join(" ")
}

function nextStep({ payableUntil, canRetry, canPayWithBitcoin }: CardPayment, byCard: string): string {
  const withBitcoin = canRetry ? `${byCard} or pay with Bitcoin.` : "You can still pay with Bitcoin."
  return [
    payableUntil && `We hold your order until ${formatTime(payableUntil)}.`,
    canPayWithBitcoin ? withBitcoin : canRetry && `${byCard}.`,
  ]
    .filter(Boolean)
    .join(" ")
}

/** An order whose buyer has not tried to pay is no failed payment. */
export const isDeclined = ({ state, isDeclined: wasDeclined }: CardPayment) =>
  state === "awaiting_payment" && wasDeclined

export function cardLabel(standing: CardStatus) {
  const { card, order } = standing
  const {
    tone,
    title,
    detail,
    promise,
    remark,
    offersContact = false,
  }: LabelOf<CardStatus> = LABELS[isDeclined(card) ? "declined" : card.state]
  const shown = card.state === "paid" ? titleOfPaid(order, title) : title
  const isDisputed = card.state === "paid" && card.dispute !== null
  return {
    tone: isDisputed ? "attention" : tone,
    title: shown,
    detail: detail(standing),
    promise,
    remark: remark?.(standing),
    offersContact,
  }
}
