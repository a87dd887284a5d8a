import type { CardPayment, Order } from "@shop/contracts"
import { isPayable } from "../../lib/bitcoin-labels"
import { ButtonLink } from "../../ui/button"
import { Notice } from "../../ui/notice"
import { ViewHeading } from "../../ui/page-head"
import { PrefetchLink } from "../../ui/prefetch-link"
import { CardState } from "./card-state"
import { OrderLines } from "./order-lines"
import { PaymentState } from "./payment-state"

interface SuccessViewProps {
  order: Order
  /** Null for Bitcoin, and for cards that staff charge by hand. */
  card: CardPayment | null
  paymentHref: string
}

/** The order is placed. The payment state below stays live. */
export function SuccessView({ order, card, paymentHref }: SuccessViewProps) {
  const { bitcoin } = order
  return (
    <section className="success-view">
      <img src="/art/order-success.svg" alt="" width={640} height={440} className="success-view__art" />
      <ViewHeading>Order Successful!</ViewHeading>
      <p className="success-view__number">
        Order number <strong>{order.number}</strong>
      </p>
      <p>A confirmation email has been sent to you.</p>
      {bitcoin ? (
        <>
          <PaymentState payment={{ status: order.status, bitcoin }} />
          {isPayable({ status: order.status, bitcoin }) && (
            <PrefetchLink to={paymentHref}>Show the payment details again</PrefetchLink>
          )}
        </>
      ) : card ? (
        <CardState standing={{ status: order.status, card }} />
      ) : (
        <ManualCardState status={order.status} />
      )}
      <OrderLines order={order} />
      <ButtonLink to="/" size="large">
        Return to Home
      </ButtonLink>
    </section>
  )
}

function ManualCardState({ status }: { status: Order["status"] }) {
  if (status === "awaiting_payment") {
    return (
      <Notice icon="clock" role="status" title="Card payment still to be made">
        <p>We write to you by email about it, and send your parcel once it is made.</p>
      </Notice>
    )
  }
  return (
    <Notice
      tone="done"
      icon="check"
      role="status"
      title={status === "paid" ? "Paid by card" : `This order is ${status}`}
    />
  )
}
