import { type BitcoinPayment, type CardPayment, type Order, REFUND_TIME } from "@shop/contracts"
import type { cardLabel } from "../../lib/card-labels"
import { isSent, type paymentLabel } from "../../lib/bitcoin-labels"
import { formatPounds, penceOf } from "../../lib/money"
import { useIsOnline } from "../../lib/online"
import { isDifference } from "../../lib/order-credit"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { PrefetchLink } from "../../ui/prefetch-link"

const ICONS = { waiting: "clock", moving: "clock", done: "check", attention: "alert" } as const

interface PaymentStateProps {
  label: ReturnType<typeof paymentLabel | typeof cardLabel>
  order: Pick<
    Order,
    "status" | "isPartlySent" | "total" | "amountDue" | "amountAwaited" | "amountToReturn" | "isReleased"
  >
  state: BitcoinPayment["state"] | CardPayment["state"]
}

/** Where a payment is. A difference that the buyer has not begun to pay is one, and no payment that failed. */
export function PaymentState({
  label: { tone, title, detail, promise, remark, offersContact },
  order,
  state,
}: PaymentStateProps) {
  const isOnline = useIsOnline()
  const isPart = isDifference(order)
  const isUnpaid = state === "awaiting_payment"
  const isAwaited = penceOf(order.amountAwaited ?? "0.00") > 0
  // A price may rise when all has left, and staff may send before what they await.
  const isWaiting = !order.isReleased && (!isSent(order) || order.isPartlySent)
  if (isSent(order) && tone === "done" && !isPart && penceOf(order.amountToReturn) === 0)
    return (
      <>
        {isAwaited && isWaiting && (
          <Notice icon="clock" title="We wait for what comes back">
            <p>We send the rest of your order when it has arrived. There is nothing more to pay.</p>
          </Notice>
        )}
        <p className="payment-line" role="status">
          <Icon name="check" />
          <span>
            <strong>{title}.</strong> {remark}
          </span>
        </p>
      </>
    )
  return (
    <>
      {isPart && (isUnpaid || state === "expired") && (
        <Notice icon="clock" title={`${formatPounds(order.amountDue)} is still to be paid`}>
          <p>
            Your order has changed since you paid.
            {isWaiting &&
              ` We send ${isSent(order) ? "the rest" : "it"} when the difference ${isAwaited ? "and what comes back have" : "has"} arrived.`}
          </p>
        </Notice>
      )}
      {penceOf(order.amountToReturn) > 0 && (
        <Notice icon="clock" title={`${formatPounds(order.amountToReturn)} goes back to you`}>
          <p>
            Your order costs less now than you paid. We return the rest {REFUND_TIME}, and email you when it
            is sent.
          </p>
        </Notice>
      )}
      {!(isPart && isUnpaid) && (
        <Notice tone={tone === "waiting" ? "plain" : tone} icon={ICONS[tone]} role="status" title={title}>
          <p>
            {detail} {isOnline && promise}
          </p>
          {!isOnline && (
            <p className="payment-offline">
              You are offline. The shop still sees every payment, and this page updates when you are back.
            </p>
          )}
          {offersContact && <PrefetchLink to="/contact">Contact us about this order</PrefetchLink>}
        </Notice>
      )}
    </>
  )
}
