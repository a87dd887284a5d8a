import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { followedOrderQuery } from "../api/followed-order"
import { useOrder } from "../api/orders"
import { OrderView } from "../features/followed-order/order-view"
import { PaymentState } from "../features/order-progress/payment-state"
import { PageSeo } from "../features/page-seo/page-seo"
import { isPayable } from "../lib/bitcoin-labels"
import { ButtonLink } from "../ui/button"
import { EmptyState, LoadFailed, Spinner } from "../ui/load-states"
import { useLayoutActions } from "./layout-actions"
import type { PageLoad, PageProps } from "./page-load"

/** Only the browser's cookies tell whose order it is. The server renders the frame, and the browser loads the order. */
export const load: PageLoad = () => Promise.resolve(null)

export function Component({ params: { id = "" } }: PageProps) {
  return (
    <div className="wrap page">
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
  const client = useQueryClient()
  const { data: order, isError, refetch } = useQuery(followedOrderQuery(orderId))
  const live = useOrder(orderId).data
  const standing = live ? `${live.status} ${live.bitcoin?.state ?? ""}` : null
  // The live order tells that something has changed. The followed order tells what.
  useEffect(() => {
    if (standing !== null) void client.invalidateQueries({ queryKey: followedOrderQuery(orderId).queryKey })
  }, [client, orderId, standing])

  if (order === null) {
    return (
      <EmptyState
        level={1}
        title="We cannot find this order"
        text="It may belong to an account: sign in to see it. Or have the link from its emails sent again."
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
  const shown = bitcoin && { status: live?.status ?? order.status, bitcoin }
  return (
    <OrderView
      order={order}
      onAdded={openCart}
      payment={
        shown && (
          <>
            <PaymentState payment={shown} />
            {isPayable(shown) && (
              <ButtonLink to={`/checkout?order=${encodeURIComponent(orderId)}`} size="large" look="honey">
                Pay this order
              </ButtonLink>
            )}
          </>
        )
      }
    />
  )
}
