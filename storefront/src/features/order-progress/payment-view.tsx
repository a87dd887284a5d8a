import type { BitcoinPayment, Order } from "@shop/contracts"
import { useClaimPayment } from "../../api/orders"
import { isPayable } from "../../lib/bitcoin-words"
import { formatPounds } from "../../lib/money"
import { Button, ButtonLink } from "../../ui/button"
import { showToast } from "../../ui/toast-store"
import { ViewHeading } from "../../ui/view-heading"
import { PayDetails } from "./pay-details"
import { PaymentState } from "./payment-state"

interface PaymentViewProps {
  order: Order
  payment: BitcoinPayment
  /** The buyer's word has been taken down; it proves nothing, the chain does. */
  onClaimed: () => void
}

/** The Bitcoin payment view: what to send where, and what has become of it. */
export function PaymentView({ order, payment, onClaimed }: PaymentViewProps) {
  const claim = useClaimPayment(order.id)
  const confirm = () =>
    claim
      .mutateAsync()
      .then(onClaimed)
      .catch(() =>
        showToast({
          tone: "destructive",
          title: "Payment confirmation failed",
          description: "There was a problem confirming your payment. Please contact support.",
        }),
      )
  const isOver = payment.state === "expired" || payment.state === "cancelled"

  return (
    <section className="payment-view">
      <ViewHeading>
        {isOver ? "This order was not paid" : `Pay ${formatPounds(order.total)} with Bitcoin`}
      </ViewHeading>
      <p className="payment-view__order">Order {order.number}</p>
      <div className="payment-view__state">
        <PaymentState payment={payment} />
      </div>
      {isPayable(payment) && <PayDetails payment={payment} pounds={order.total} />}
      <div className="payment-view__buttons">
        {!isOver && (
          <Button size="large" disabled={claim.isPending} onClick={() => void confirm()}>
            {claim.isPending ? "Confirming Payment..." : "I've Made the Payment"}
          </Button>
        )}
        {isPayable(payment) ? (
          <ButtonLink to="/" size="large" look="quiet">
            Cancel Order
          </ButtonLink>
        ) : (
          <ButtonLink to={isOver ? "/products" : "/"} size="large" look="quiet">
            {isOver ? "Back to the shop" : "Return to Home"}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
