import { type BitcoinPayment, type CardPayment, type Order, REFUND_TIME } from "@shop/contracts"
import type { cardLabel } from "../../lib/card-labels"
import { isSent, type paymentLabel } from "../../lib/bitcoin-labels"
import { formatPounds, penceOf } from "../../lib/money"
import { isDifference } from "../../lib/order-credit"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { PrefetchLink } from "../../ui/prefetch-link"

const ICONS = { waiting: "clock", moving: "clock", done: "check", attention: "alert" } as const

interface PaymentStateProps {
  label: ReturnType<typeof paymentLabel | typeof cardLabel>
  order: Pick<Order, "status" | "total" | "amountDue" | "amountToReturn">
  state: BitcoinPayment["state"] | CardPayment["state"]
}

/** Where a payment is. A difference that the buyer has not begun to pay is one, and no payment that failed. */
export function PaymentState({
  label: { tone, title, detail, remark, offersContact },
  order,
  state,
}: PaymentStateProps) {
  const isPart = isDifference(order)
  const isUnpaid = state === "awaiting_payment"
  if (isSent(order) && tone === "done" && !isPart && penceOf(order.amountToReturn) === 0)
    return (
      <p className="payment-line" role="status">
        <Icon name="check" />
        <span>
          <strong>{title}.</strong> {remark}
        </span>
      </p>
    )
  return (
    <>
      {isPart && (isUnpaid || state === "expired") && (
        <Notice icon="clock" title={`${formatPounds(order.amountDue)} is still to be paid`}>
          <p>Your order has changed since you paid. We send it when the difference has arrived.</p>
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
          <p>{detail}</p>
          {offersContact && <PrefetchLink to="/contact">Contact us about this order</PrefetchLink>}
        </Notice>
      )}
    </>
  )
}
