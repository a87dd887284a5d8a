import type { CardPayment, Order } from "@shop/contracts"
import { useEffect } from "react"
import { useChangePaymentMethod, usePayByCard } from "../../api/orders"
import { useBusinessDetails } from "../../lib/business-details"
import { cardLabel, isDeclined } from "../../lib/card-labels"
import { formatPounds } from "../../lib/money"
import { isDifference } from "../../lib/order-credit"
import { ButtonLink, Button, type ButtonLook } from "../../ui/button"
import { FailureNotice } from "../../ui/failure-notice"
import { ViewHeading } from "../../ui/page-head"
import { OrderLines } from "./order-lines"
import { PaymentState } from "./payment-state"
import { PutItemsBack } from "./put-items-back"

const HEADINGS: Partial<Record<CardPayment["state"], string>> = {
  not_completed: "This order was not paid",
  review: "About your payment",
  refunded: "About your payment",
}

export function CardView({ order, card }: { order: Order; card: CardPayment }) {
  const isOver = order.status === "cancelled" && card.state !== "not_completed"
  const heading = isOver ? "About your payment" : HEADINGS[card.state]
  return (
    <section className="payment-view">
      <ViewHeading>{heading ?? `Pay ${formatPounds(order.amountDue)} by card`}</ViewHeading>
      <p className="payment-view__order">
        Order <span translate="no">{order.number}</span>
      </p>
      <CardProgress order={order} card={card} />
      {card.state !== "awaiting_payment" && (
        <div className="payment-view__buttons">
          {card.state === "not_completed" && <PutItemsBack order={order} />}
          <ButtonLink to="/products" size="large" look="quiet">
            Back to the shop
          </ButtonLink>
        </div>
      )}
      <OrderLines order={order} />
    </section>
  )
}

interface CardProgressProps {
  order: Pick<
    Order,
    | "id"
    | "status"
    | "isPartlySent"
    | "total"
    | "amountDue"
    | "amountAwaited"
    | "amountToReturn"
    | "isReleased"
  >
  card: CardPayment
  onBitcoin?: () => void
}

/** The state of a payment by card, and while it is unpaid what the buyer can do. */
export function CardProgress({ order, card, onBitcoin }: CardProgressProps) {
  return (
    <>
      <PaymentState label={cardLabel({ order, card })} order={order} state={card.state} />
      {card.state === "awaiting_payment" && (
        <CardOffers
          orderId={order.id}
          card={card}
          label={isDeclined(card) && !isDifference(order) ? "Try again" : "Pay by card"}
          onBitcoin={onBitcoin}
        />
      )}
    </>
  )
}

interface CardOffersProps {
  orderId: string
  card: CardPayment
  /** Of the button for the card. */
  label: string
  onBitcoin: (() => void) | undefined
}

function CardOffers({ orderId, card: { canRetry, canPayWithBitcoin }, label, onBitcoin }: CardOffersProps) {
  const paying = usePayment(orderId, "card")
  const change = useChangePaymentMethod(orderId)
  if (!canRetry && !canPayWithBitcoin) return null
  const isBusy = paying.isBusy || change.isPending
  return (
    <>
      <FailureNotice title="Something went wrong" error={paying.error ?? change.error} />
      <div className="payment-view__buttons">
        {canRetry && (
          <Button size="large" ariaDisabled={isBusy} onClick={paying.pay}>
            {paying.isBusy ? "Opening the payment page..." : label}
          </Button>
        )}
        {canPayWithBitcoin && (
          <Button
            size="large"
            look="secondary"
            ariaDisabled={isBusy}
            onClick={() => change.mutate("bitcoin", { onSuccess: onBitcoin })}
          >
            {change.isPending ? "Changing to Bitcoin..." : "Pay with Bitcoin"}
          </Button>
        )}
      </div>
    </>
  )
}

export function PayByCardInstead({ orderId, look = "quiet" }: { orderId: string; look?: ButtonLook }) {
  const { cards } = useBusinessDetails()
  const paying = usePayment(orderId, "bitcoin")
  if (!cards?.processor) return null
  return (
    <>
      <FailureNotice title="Something went wrong" error={paying.error} />
      <Button size="large" look={look} ariaDisabled={paying.isBusy} onClick={paying.pay}>
        {paying.isBusy ? "Opening the payment page..." : "Pay by card instead"}
      </Button>
    </>
  )
}

function usePayment(orderId: string, from: "bitcoin" | "card") {
  const { mutate, reset, isPending, isSuccess, error } = usePayByCard(orderId, from)
  // The browser may keep this page and show it again on Back: its button works again then.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    window.addEventListener("pageshow", onShow)
    return () => window.removeEventListener("pageshow", onShow)
  }, [reset])
  return {
    pay: () => mutate(),
    isBusy: isPending || isSuccess,
    error,
  }
}
