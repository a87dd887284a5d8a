import type { FollowedOrder } from "@shop/contracts"
import type { ReactNode } from "react"
import { isSent } from "../../lib/bitcoin-labels"
import { formatMoment } from "../../lib/time"
import { failedPart, lazyPart } from "../../ui/lazy-part"
import { PageHead } from "../../ui/page-head"
import { PrefetchLink } from "../../ui/prefetch-link"
import { BitcoinCard, BitcoinRefunds, DeliveryCard, OrderItems, Timeline } from "./order-cards"
import { Arrival, ParcelCard } from "./parcel-card"
import { BuyAgain, CancelOrder, PrintReceipt } from "./order-actions"
import { ReturnOrder } from "./return-order"

// Few orders are refunded.
const { Part: RefundAddress } = lazyPart(async () => (await import("./refund-address")).RefundAddress, {
  Failed: failedPart("the refund form"),
})

interface OrderViewProps {
  order: FollowedOrder
  payment: ReactNode
  onAdded: () => void
}

/** One order, from placed to delivered. Only its buyer sees name and address. */
export function OrderView({ order, payment, onAdded }: OrderViewProps) {
  const { owner, bitcoin } = order
  return (
    <>
      <PageHead
        title={`Order ${String(order.number)}`}
        lead={
          <>
            Placed on <time dateTime={order.createdAt}>{formatMoment(order.createdAt)}</time>
          </>
        }
      />
      <div className="followed-order">
        <div className="followed-order__main">
          {owner?.refund && <RefundAddress orderId={order.id} question={owner.refund} />}
          {isSent(order) && <ParcelCard order={order} />}
          {payment}
          <section className="account-card" aria-labelledby="order-way">
            <h2 id="order-way">Order progress</h2>
            <Timeline steps={order.timeline} />
            {!isSent(order) && <Arrival estimate={order.estimate} />}
          </section>
          <OrderItems order={order} />
          {owner?.withdrawal && <ReturnOrder order={order} owner={owner} withdrawal={owner.withdrawal} />}
          <div className="order-actions">
            {order.status !== "awaiting_payment" && <BuyAgain items={order.items} onAdded={onAdded} />}
            <PrintReceipt order={order} />
            {owner && <CancelOrder order={order} cancellation={owner.cancellation} />}
          </div>
        </div>
        <div className="followed-order__side">
          {owner ? (
            <DeliveryCard delivery={order.delivery} owner={owner} />
          ) : (
            <section className="account-card" aria-labelledby="order-private">
              <h2 id="order-private">Delivery details are hidden</h2>
              <p>
                To see them, and to cancel or return the order, sign in or use the link in your order emails.
              </p>
              <PrefetchLink to="/orders/find">Email me the link again</PrefetchLink>
            </section>
          )}
          {bitcoin && <BitcoinCard payment={bitcoin} transactions={owner?.transactions ?? []} />}
          {owner?.bitcoinRefunds && owner.bitcoinRefunds.length > 0 && (
            <BitcoinRefunds refunds={owner.bitcoinRefunds} />
          )}
          <p className="order-help">
            Need help with this order? <PrefetchLink to="/contact">Contact us</PrefetchLink>
          </p>
        </div>
      </div>
    </>
  )
}
