import { PACKED, PACKING } from "@brand/copy/order"
import {
  type BitcoinPayment,
  type CardPayment,
  type FollowedOrder,
  formatBitcoin,
  type Order,
  type PaymentMethod,
} from "@shop/contracts"
import type { ReactNode } from "react"
import { useFollowedOrder } from "../../api/order-query"
import { orderPath } from "../../lib/links"
import { isPayable, paymentLabel } from "../../lib/bitcoin-labels"
import { cardLabel } from "../../lib/card-labels"
import { formatPounds } from "../../lib/money"
import { addressLines, isDifference } from "../../lib/order-credit"
import { ButtonLink } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { ViewHeading } from "../../ui/page-head"
import { OrderLines } from "./order-lines"
import { PaymentState } from "./payment-state"
import { TimeLeft, useCountdown } from "./time-left"

interface SuccessViewProps {
  order: Order
  /** Null for Bitcoin, and for cards that staff charge by hand. */
  card: CardPayment | null
  paymentHref: string
  saveOrder: ReactNode
}

export function SuccessView({ order, card, paymentHref, saveOrder }: SuccessViewProps) {
  const { bitcoin } = order
  const { data: followed } = useFollowedOrder(order.id, order)
  const payment = bitcoin && { ...order, bitcoin }
  const shown = payment
    ? { label: paymentLabel(payment), state: payment.bitcoin.state }
    : card && { label: cardLabel({ order, card }), state: card.state }
  const isUnpaid = payment !== null && isPayable(payment)
  const isPaid = STATUSES.indexOf(order.status) > 0
  const isOnItsWay = order.status === "awaiting_payment" && shown?.label.tone === "moving"
  return (
    <section className="success-view">
      {(isPaid || isOnItsWay) && (
        <img src="/art/order-success.svg" alt="" width={640} height={440} className="success-view__art" />
      )}
      <ViewHeading>Order Successful!</ViewHeading>
      <p className="success-view__number">
        Order number <strong translate="no">{order.number}</strong>
      </p>
      <p>A confirmation email has been sent to you.</p>
      {isUnpaid ? (
        <NotPaidYet payment={payment.bitcoin} isPart={isDifference(order)} paymentHref={paymentHref} />
      ) : shown ? (
        <PaymentState {...shown} order={order} />
      ) : (
        <OtherPayment order={order} />
      )}
      <NextSteps order={order} estimate={followed?.estimate} />
      {followed?.owner && (
        <p className="success-view__address">
          <Icon name="pin" />
          <span>Delivering to {addressLines(followed.owner).join(", ")}</span>
        </p>
      )}
      <div className="success-view__buttons">
        <ButtonLink to={orderPath(order.id)} size="large" look={isUnpaid ? "quiet" : "primary"}>
          Follow your order
        </ButtonLink>
        <ButtonLink to="/" size="large" look={isUnpaid ? "quiet" : "secondary"}>
          Return to Home
        </ButtonLink>
      </div>
      {saveOrder}
      <OrderLines order={order} />
    </section>
  )
}

/** The buyer says that the money is sent, and the blockchain does not show it, or only a part of it. */
function NotPaidYet({
  payment,
  isPart,
  paymentHref,
}: {
  payment: BitcoinPayment
  isPart: boolean
  paymentHref: string
}) {
  const countdown = useCountdown(payment.payableUntil)
  const isRest = payment.state === "underpaid"
  const satoshis = BigInt(isRest ? payment.remainingSats : payment.amountSats)
  return (
    <Notice
      tone="attention"
      icon="clock"
      title={
        isRest
          ? "Part of your payment has arrived"
          : isPart
            ? "We have your order. The difference is not paid yet."
            : "We have your order. It is not paid yet."
      }
    >
      <p className="success-view__due">
        {isRest && "Still to send: "}
        <span translate="no">
          <strong>{formatBitcoin(satoshis)}</strong> BTC
        </span>
        {!isRest && ` = ${formatPounds(payment.price)}`}
      </p>
      <TimeLeft label="Time left to pay:" seconds={countdown?.seconds ?? null} />
      <p>Have you sent it? We will email you the moment we see your payment.</p>
      <ButtonLink to={paymentHref} size="large" wide>
        Back to the payment
      </ButtonLink>
    </Notice>
  )
}

const STATUSES: readonly Order["status"][] = ["awaiting_payment", "paid", "dispatched", "delivered"]

/** From the payment to the door. Nothing for an order that is over. */
function NextSteps({ order, estimate }: { order: Order; estimate: FollowedOrder["estimate"] }) {
  const { status, total } = order
  const done = STATUSES.indexOf(status)
  if (done === -1) return null
  const steps = [
    total === "0.00"
      ? "Your order is confirmed"
      : done > 0
        ? "Your payment is confirmed"
        : "Your payment is confirmed: we email you",
    done > 1 ? PACKED : PACKING,
    estimate ? (
      <>
        With you <strong>{estimate.label}</strong>
        {estimate.isUnpaid && ", once your payment is confirmed"}
      </>
    ) : (
      "The post brings it to your door"
    ),
  ]
  return (
    <div className="next-steps">
      <h2>What happens next</h2>
      <ol>
        {steps.map((step, index) => (
          <li key={index} data-done={index < done || undefined}>
            <span className="payment-steps__mark">{index < done ? <Icon name="check" /> : index + 1}</span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A card that staff charge by hand, an order of £0, or one whose payment address is not ready yet. */
function OtherPayment({ order: { status, paymentMethod, total } }: { order: Order }) {
  const { paid, pending, next } = OTHER_PAYMENTS[paymentMethod]
  if (status !== "awaiting_payment") {
    return (
      <Notice
        tone="done"
        icon="check"
        role="status"
        title={status !== "paid" ? `This order is ${status}` : total === "0.00" ? "Nothing to pay" : paid}
      />
    )
  }
  return (
    <Notice icon="clock" role="status" title={pending}>
      <p>{next}</p>
    </Notice>
  )
}

const OTHER_PAYMENTS: Record<PaymentMethod, { paid: string; pending: string; next: string }> = {
  bitcoin: {
    paid: "Paid with Bitcoin",
    pending: "Bitcoin payment still to come",
    next: "This page shows you how to pay as soon as your payment address is ready.",
  },
  card: {
    paid: "Paid by card",
    pending: "Card payment still to come",
    next: "We'll email you how to pay, and post your parcel once you have.",
  },
}
