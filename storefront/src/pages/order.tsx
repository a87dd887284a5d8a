import { useFollowedOrder } from "../api/order-query"
import { useOrder } from "../api/orders"
import { OrderView } from "../features/followed-order/order-view"
import { CardProgress } from "../features/order-progress/card-view"
import { PaymentState } from "../features/order-progress/payment-state"
import { PageSeo } from "../features/page-seo/page-seo"
import { isPayable, paymentLabel, stageOf } from "../lib/bitcoin-labels"
import { checkoutPath } from "../lib/links"
import { formatPounds } from "../lib/money"
import { isDifference } from "../lib/order-credit"
import { useNavigator } from "../lib/navigator"
import { formatTime } from "../lib/time"
import { ButtonLink } from "../ui/button"
import { EmptyState, Loading, LoadFailed } from "../ui/load-states"
import { useLayoutActions } from "./layout-actions"
import type { PageProps } from "./page-types"

/** Only the browser's cookies tell whose order it is. The server renders the frame, and the browser loads the order. */
export function Component({ params: { id = "" } }: PageProps) {
  return (
    <div className="wrap page page--tall">
      <PageSeo title="Your order" description="Follow an order to your door." indexed={false} />
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
  if (!order) return <Loading what="your order" />
  const bitcoin = live?.bitcoin ?? order.bitcoin
  const checkout = checkoutPath(orderId)
  const newest = live ?? order
  const isPart = isDifference(newest)
  const shown = bitcoin && { ...newest, bitcoin }
  return (
    <OrderView
      order={order}
      onAdded={openCart}
      payment={
        card ? (
          <CardProgress order={newest} card={card} onBitcoin={() => navigator.push(checkout)} />
        ) : shown ? (
          <>
            <PaymentState label={paymentLabel(shown)} order={newest} state={bitcoin.state} />
            {(isPayable(shown) || stageOf(shown) === "expired") && (
              <ButtonLink to={checkout} size="large" look="accent">
                {isPart ? `Pay ${formatPounds(newest.amountDue)}` : "Pay this order"}
              </ButtonLink>
            )}
            {isPayable(shown) && <p>You can pay it until {formatTime(bitcoin.payableUntil)}.</p>}
          </>
        ) : null
      }
    />
  )
}
