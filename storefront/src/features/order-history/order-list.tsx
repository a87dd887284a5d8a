import { useOrderHistory } from "../../api/account"
import { Button, ButtonLink } from "../../ui/button"
import { EmptyState, LoadFailed } from "../../ui/load-states"
import { OrderRow, OrderRowsSkeleton } from "./order-row"

/** Orders per page. */
const PAGE = 10

/** Every order of the signed-in user, newest first. */
export function OrderList() {
  const history = useOrderHistory(PAGE)
  if (history.isPending) return <OrderRowsSkeleton count={4} />
  if (history.isError && !history.data) {
    return <LoadFailed what="your orders" onRetry={() => void history.refetch()} />
  }
  const orders = history.data.pages.flatMap((page) => page.orders)
  if (orders.length === 0) {
    return (
      <EmptyState
        art="/art/empty-cart.svg"
        title="You have no orders yet"
        text="Orders you place while signed in appear here, with their payment and delivery."
      >
        <ButtonLink to="/products">Browse Products</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="order-rows">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} level={2} />
        ))}
      </ul>
      {history.hasNextPage && (
        <p className="order-rows__more">
          <Button
            look="secondary"
            ariaDisabled={history.isFetchingNextPage}
            onClick={() => void history.fetchNextPage()}
          >
            {history.isFetchingNextPage ? "Loading..." : "Load more orders"}
          </Button>
          {history.isFetchNextPageError && <span role="alert">Something went wrong. Please try again.</span>}
        </p>
      )}
    </>
  )
}
