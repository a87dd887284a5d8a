import type { CardPayment, Order } from "@shop/contracts"
import { useEffect } from "react"
import { isPayable, paymentLabel, type PaymentStatus } from "../../lib/bitcoin-labels"
import { cardLabel } from "../../lib/card-labels"
import { formatClock } from "medusa-payment-bitcoin-storefront"
import { describeMinutes, useCountdown } from "./time-left"

interface OrderTitleProps {
  order: Order
  card: CardPayment | null
  /** The buyer claims to have paid. */
  isClaimed: boolean
}

/** The tab's title is the state of the order's payment; while the buyer can pay, the time left. */
export function OrderTitle({ order, card, isClaimed }: OrderTitleProps) {
  const { number, bitcoin } = order
  const payment = bitcoin && { ...order, bitcoin }
  if (payment && isPayable(payment) && !isClaimed) return <TimeInTitle payment={payment} number={number} />
  const state = payment
    ? isPayable(payment)
      ? "Not paid yet"
      : paymentLabel(payment).title
    : card && cardLabel({ order, card }).title
  return <Title text={titleOf(state, number)} />
}

function TimeInTitle({ payment, number }: { payment: PaymentStatus; number: number }) {
  const countdown = useCountdown(payment.bitcoin.payableUntil)
  if (countdown === null) return null
  const { seconds, isHidden } = countdown
  if (seconds === 0) return <Title text={titleOf("The time is up", number)} />
  const left = isHidden ? describeMinutes(seconds) : formatClock(seconds)
  return <Title text={titleOf(`${left} to pay`, number)} />
}

function titleOf(state: string | null, number: number): string {
  return `${state === null ? "" : `${state} · `}Order ${String(number)}`
}

/** Not a `<title>`: the page has one with its first HTML, and the first of two counts. */
function Title({ text }: { text: string }) {
  useEffect(() => {
    document.title = text
  }, [text])
  return null
}
