import { PACKED, PACKING } from "@brand/copy/order"
import type { CardPayment, FollowedOrder, Order, PaymentMethod } from "@shop/contracts"
import type { ReactNode } from "react"
import { useFollowedOrder } from "../../api/order-query"
import { orderPath } from "../../lib/links"
import { isPayable, paymentLabel, stageOf } from "../../lib/bitcoin-labels"
import { cardLabel } from "../../lib/card-labels"
import { addressLines } from "../../lib/order-credit"
import { ButtonLink } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { ViewHeading } from "../../ui/page-head"
import { OrderLines } from "./order-lines"
import { PaymentState } from "./payment-state"

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
  return (
    <section className="success-view">
      <img src="/art/order-success.svg" alt="" width={640} height={440} className="success-view__art" />
      <ViewHeading>Order Successful!</ViewHeading>
      <p className="success-view__number">
        Order number <strong translate="no">{order.number}</strong>
      </p>
      <p>A confirmation email has been sent to you.</p>
      {payment ? (
        <>
          {stageOf(payment) === "awaiting_payment" ? (
            // The buyer says that the money is sent. The blockchain does not show it yet.
            <Notice icon="clock" role="status" title="We have your order. It is not paid yet.">
              <p>We will email you the moment we see your payment.</p>
            </Notice>
          ) : (
            <PaymentState label={paymentLabel(payment)} order={order} state={payment.bitcoin.state} />
          )}
          {isPayable(payment) && (
            <ButtonLink to={paymentHref} look="secondary">
              Show the payment details again
            </ButtonLink>
          )}
        </>
      ) : card ? (
        <PaymentState label={cardLabel({ order, card })} order={order} state={card.state} />
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
        <ButtonLink to={orderPath(order.id)} size="large">
          Follow your order
        </ButtonLink>
        <ButtonLink to="/" size="large" look="secondary">
          Return to Home
        </ButtonLink>
      </div>
      {saveOrder}
      <OrderLines order={order} />
    </section>
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
