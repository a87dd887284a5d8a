import { useOrderHistory } from "../../api/account"
import { ButtonLink } from "../../ui/button"
import { LoadFailed } from "../../ui/load-states"
import { OrderRow, OrderRowsSkeleton } from "./order-row"

const NEWEST = 3

/** The account's history card: the newest orders, and a link to all. */
export function NewestOrders() {
  const history = useOrderHistory(NEWEST)
  const orders = history.data?.pages[0]?.orders
  return (
    <>
      {history.isPending && <OrderRowsSkeleton count={1} />}
      {!orders && history.isError && <LoadFailed what="your orders" onRetry={() => void history.refetch()} />}
      {orders?.length === 0 && <p>You have no orders yet.</p>}
      {orders && orders.length > 0 && (
        <ul className="order-rows">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} level={3} />
          ))}
        </ul>
      )}
      <ButtonLink to="/orders" look="secondary">
        View All Orders
      </ButtonLink>
    </>
  )
}
