import { useFollowedOrder } from "../api/order-query"
import { useOrder } from "../api/orders"
import { OrderView } from "../features/followed-order/order-view"
import { CardOffers } from "../features/order-progress/card-offers"
import { CardState } from "../features/order-progress/card-state"
import { PaymentState } from "../features/order-progress/payment-state"
import { PageSeo } from "../features/page-seo/page-seo"
import { isPayable } from "../lib/bitcoin-labels"
import { useNavigator } from "../lib/navigator"
import { ButtonLink } from "../ui/button"
import { EmptyState, LoadFailed, Spinner } from "../ui/load-states"
import { useLayoutActions } from "./layout-actions"
import type { PageLoad, PageProps } from "./page-load"

/** Only the browser's cookies tell whose order it is. The server renders the frame, and the browser loads the order. */
export const load: PageLoad = () => Promise.resolve(null)

export function Component({ params: { id = "" } }: PageProps) {
  return (
    <div className="wrap page page--tall">
      <PageSeo
        title="Your order"
        description="Follow an order from our kitchen to your door."
        indexed={false}
      />
      <FollowedOrder key={id} orderId={id} />
    </div>
  )
}

function FollowedOrder({ orderId }: { orderId: string }) {
  const { openCart } = useLayoutActions()
  const live = useOrder(orderId).data
  const { data: order, isError, refetch } = useFollowedOrder(orderId, live)
  const navigator = useNavigator()
  const card = live?.cardPayment ?? order?.cardPayment ?? null

  if (order === null) {
    return (
      <EmptyState
        level={1}
        title="We cannot find this order"
        text="It may belong to an account, so try signing in. Or ask us to email you the link again."
      >
        <ButtonLink to="/orders/find">Find my order</ButtonLink>
      </EmptyState>
    )
  }
  if (!order && isError) return <LoadFailed what="your order" onRetry={() => void refetch()} />
  if (!order) {
    return (
      <p className="loading-line" role="status">
        <Spinner /> Loading your order...
      </p>
    )
  }
  const bitcoin = live?.bitcoin ?? order.bitcoin
  const checkout = `/checkout?order=${encodeURIComponent(orderId)}`
  const shown = bitcoin && { status: live?.status ?? order.status, bitcoin }
  return (
    <OrderView
      order={order}
      onAdded={openCart}
      payment={
        card ? (
          <>
            <CardState standing={{ status: live?.status ?? order.status, card }} />
            {card.state === "awaiting_payment" && (
              <CardOffers orderId={orderId} card={card} onBitcoin={() => navigator.push(checkout)} />
            )}
          </>
        ) : shown ? (
          <>
            <PaymentState payment={shown} />
            {isPayable(shown) && (
              <ButtonLink to={checkout} size="large" look="accent">
                Pay this order
              </ButtonLink>
            )}
          </>
        ) : null
      }
    />
  )
}
