import type { BitcoinPayment, Order } from "@shop/contracts"
import { problemOf } from "../../lib/api-error"
import { useClaimPayment, useRenewQuote } from "../../api/orders"
import { paymentLabel, type PaymentStage, stageOf } from "../../lib/bitcoin-labels"
import { callHref, useBusinessDetails } from "../../lib/business-details"
import { orderPath } from "../../lib/links"
import { formatPounds } from "../../lib/money"
import { isDifference } from "../../lib/order-credit"
import { Button, ButtonLink } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { Notice } from "../../ui/notice"
import { ViewHeading } from "../../ui/page-head"
import { showError } from "../../ui/toast-store"
import { PayByCardInstead } from "./card-view"
import { LeavePayment } from "./leave-payment"
import { OrderLines } from "./order-lines"
import { PayDetails, PayNotes } from "./pay-details"
import { PaymentState } from "./payment-state"
import { PutItemsBack } from "./put-items-back"
import { RenewQuote } from "./renew-quote"

interface PaymentViewProps {
  order: Order
  payment: BitcoinPayment
  /** The buyer claims to have paid. That proves nothing; the blockchain does. */
  onClaimed: () => void
}

const OFFERS = {
  awaiting_payment: "pay",
  underpaid: "pay",
  seen: "claim",
  confirming: "claim",
  confirmed: "claim",
  expired: "renew",
  late: "leave",
  review: "leave",
  cancelled: "shop",
  owed: "shop",
  refunded: "shop",
} as const satisfies Record<PaymentStage, string>

const HEADINGS: Partial<Record<PaymentStage, string>> = {
  seen: "Your payment is on its way",
  confirming: "Your payment is on its way",
  expired: "This order was not paid",
  cancelled: "This order was not paid",
  late: "About your payment",
  review: "About your payment",
  owed: "About your payment",
  refunded: "About your payment",
}

export function PaymentView({ order, payment, onClaimed }: PaymentViewProps) {
  const claim = useClaimPayment(order.id)
  const renewal = useRenewQuote(order.id)
  const standing = { ...order, bitcoin: payment }
  const stage = stageOf(standing)
  const offer = OFFERS[stage]
  const isPart = isDifference(order)
  const confirm = () =>
    claim
      .mutateAsync()
      .then(onClaimed)
      .catch((error: unknown) => {
        const problem = problemOf(error)
        showError(
          "Payment confirmation failed",
          problem?.code === "not_the_buyer"
            ? problem.detail
            : "There was a problem confirming your payment. Please contact support.",
        )
      })

  return (
    <section className="payment-view">
      <ViewHeading>
        {(isPart && offer === "renew" ? undefined : HEADINGS[stage]) ??
          `Pay ${formatPounds(payment.price)} with Bitcoin`}
      </ViewHeading>
      <p className="payment-view__order">
        Order <span translate="no">{order.number}</span>
      </p>
      <PaymentSteps stage={stage} />
      <div className="payment-view__state">
        <PaymentState label={paymentLabel(standing)} order={order} state={payment.state} />
      </div>
      {renewal.isSuccess && offer === "pay" && (
        <Notice icon="check" role="status" title="This is a new quote with a new address">
          <p>Please pay to this one. Money you have already sent to the old address will be found.</p>
        </Notice>
      )}
      {offer === "pay" && <PayDetails payment={payment} />}
      {offer === "renew" && <RenewQuote renewal={renewal} order={order} />}
      {offer !== "renew" && (
        <div className="payment-view__buttons">
          {offer === "claim" && (
            <ButtonLink to={orderPath(order.id)} size="large">
              Follow your order
            </ButtonLink>
          )}
          {(offer === "pay" || offer === "claim") && (
            <Button
              size="large"
              look={offer === "claim" ? "secondary" : "primary"}
              ariaDisabled={claim.isPending}
              onClick={() => void confirm()}
            >
              {claim.isPending ? "Confirming Payment..." : "I've Made the Payment"}
            </Button>
          )}
          {stage === "awaiting_payment" && <PayByCardInstead orderId={order.id} />}
          {stage === "cancelled" && <PutItemsBack order={order} />}
          {offer !== "pay" && (
            <ButtonLink to={offer === "shop" ? "/products" : "/"} size="large" look="quiet">
              {offer === "shop" ? "Back to the shop" : "Return to Home"}
            </ButtonLink>
          )}
        </div>
      )}
      {offer === "pay" && (
        <>
          <PayNotes requiredConfirmations={payment.requiredConfirmations} />
          <FirstTimeHelp />
          {isPart ? (
            <div className="payment-view__leave">
              <ButtonLink to={orderPath(order.id)} size="large" look="quiet">
                Back to your order
              </ButtonLink>
            </div>
          ) : (
            <LeavePayment order={order} payment={payment} />
          )}
        </>
      )}
      <OrderLines order={order} />
    </section>
  )
}

function FirstTimeHelp() {
  const details = useBusinessDetails()
  const { phone, hours } = details
  const opening = hours.map(({ days, hours: open }) => `${days} ${open}`).join(", ")
  return (
    <Notice icon="phone" title="First time paying with Bitcoin?">
      <p>
        <a href="/policies/bitcoin" target="_blank">
          Read the 2-minute guide
        </a>
        {phone && (
          <>
            , or call us on <a href={callHref(details)}>{phone}</a>
            {opening && ` (${opening})`}
          </>
        )}
        . We never ask for keys or recovery words.
      </p>
    </Notice>
  )
}

const STEPS = ["Send the amount", "Seen by the network", "Confirmed"] as const

/** The step of each stage. Failed payments have none. */
const AT: Partial<Record<PaymentStage, number>> = {
  awaiting_payment: 0,
  underpaid: 0,
  seen: 1,
  confirming: 1,
  confirmed: 2,
}

function PaymentSteps({ stage }: { stage: PaymentStage }) {
  const at = AT[stage]
  if (at === undefined) return null
  const isOver = at === STEPS.length - 1
  return (
    <ol className="payment-steps">
      {STEPS.map((step, index) => {
        const isDone = index < at || isOver
        return (
          <li
            key={step}
            aria-current={index === at && !isOver ? "step" : undefined}
            data-done={isDone || undefined}
          >
            <span className="payment-steps__mark">{isDone ? <Icon name="check" /> : index + 1}</span>
            {step}
            {isDone && <span className="visually-hidden"> (done)</span>}
          </li>
        )
      })}
    </ol>
  )
}
