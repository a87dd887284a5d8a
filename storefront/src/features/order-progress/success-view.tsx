import type { Order } from "@shop/contracts"
import { isPayable } from "../../lib/bitcoin-labels"
import { ButtonLink } from "../../ui/button"
import { Notice } from "../../ui/notice"
import { ViewHeading } from "../../ui/page-head"
import { PrefetchLink } from "../../ui/prefetch-link"
import { OrderLines } from "./order-lines"
import { PaymentState } from "./payment-state"

/** The order is placed. The payment state below stays live. */
export function SuccessView({ order, paymentHref }: { order: Order; paymentHref: string }) {
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
      ) : (
        <CardState status={order.status} />
      )}
      <OrderLines order={order} />
      <ButtonLink to="/" size="large">
        Return to Home
      </ButtonLink>
    </section>
  )
}

function CardState({ status }: { status: Order["status"] }) {
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
