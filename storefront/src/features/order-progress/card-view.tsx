import type { CardPayment, Order } from "@shop/contracts"
import { formatPounds } from "../../lib/money"
import { ButtonLink } from "../../ui/button"
import { ViewHeading } from "../../ui/page-head"
import { CardOffers } from "./card-offers"
import { CardState } from "./card-state"
import { OrderLines } from "./order-lines"

const HEADINGS: Partial<Record<CardPayment["state"], string>> = {
  not_completed: "This order was not paid",
  review: "About your payment",
  refunded: "About your payment",
}

/** An order by card that is no success yet, or no more. */
export function CardView({ order, card }: { order: Order; card: CardPayment }) {
  return (
    <section className="payment-view">
      <ViewHeading>{HEADINGS[card.state] ?? `Pay ${formatPounds(order.total)} by card`}</ViewHeading>
      <p className="payment-view__order">
        Order <span translate="no">{order.number}</span>
      </p>
      <CardState standing={{ status: order.status, card }} />
      {card.state === "awaiting_payment" ? (
        <CardOffers orderId={order.id} card={card} />
      ) : (
        <div className="payment-view__buttons">
          <ButtonLink to="/products" size="large" look="quiet">
            Back to the shop
          </ButtonLink>
        </div>
      )}
      <OrderLines order={order} />
    </section>
  )
}
