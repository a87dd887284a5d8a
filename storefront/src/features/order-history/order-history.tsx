import type { OrderSummary } from "@shop/contracts"
import { useNewestOrders, useOrderHistory } from "../../api/account"
import { orderPath } from "../../lib/links"
import { formatPounds } from "../../lib/money"
import { formatDay } from "../../lib/time"
import { ButtonLink, Button } from "../../ui/button"
import { Icon } from "../../ui/icon"
import { LoadFailed, EmptyState } from "../../ui/load-states"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"

const STATUSES = {
  awaiting_payment: { label: "Waiting for payment", tone: "moving" },
  paid: { label: "Paid", tone: "done" },
  dispatched: { label: "Dispatched", tone: "done" },
  delivered: { label: "Delivered", tone: "done" },
  returned: { label: "Returned", tone: "plain" },
  cancelled: { label: "Cancelled", tone: "plain" },
  refunded: { label: "Refunded", tone: "plain" },
} as const satisfies Record<OrderSummary["status"], { label: string; tone: string }>

/** A phone has room for no more pictures. */
const MOST_PICTURES = 4

/** @param level of its heading */
function OrderRow({ order, level }: { order: OrderSummary; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const { label, tone } = STATUSES[order.status]
  const more = order.items.length - MOST_PICTURES
  return (
    <li className="order-row">
      <div className="order-row__text">
        <Heading className="order-row__name">
          <PrefetchLink to={orderPath(order.id)} className="order-row__link">
            Order {order.number}
          </PrefetchLink>
        </Heading>
        <p>
          <time dateTime={order.createdAt}>{formatDay(order.createdAt)}</time>
        </p>
        <span className={`status-badge status-badge--${tone}`}>{label}</span>
        {order.refunded !== null && order.status !== "refunded" && (
          <p>{formatPounds(order.refunded)} refunded</p>
        )}
      </div>
      <div className="order-row__pictures" aria-hidden="true">
        {order.items.slice(0, MOST_PICTURES).map((item) => (
          <Picture key={item.id} src={item.image} alt="" use="order-line" />
        ))}
        {more > 0 && <span>+{more}</span>}
      </div>
      <p className="visually-hidden">
        {order.items.map(({ quantity, name }) => `${String(quantity)} × ${name}`).join(", ")}
      </p>
      <p className="order-row__total">{formatPounds(order.total)}</p>
      <Icon name="chevron" />
    </li>
  )
}

function OrderRowsSkeleton() {
  return (
    <div className="order-rows" role="status" aria-label="Loading your orders">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="order-row order-row--skeleton skeleton" aria-hidden="true" />
      ))}
    </div>
  )
}

/** Of an account that is shown when they have come. */
export function NewestOrders() {
  const history = useNewestOrders()
  const orders = history.data?.pages[0]?.orders
  return (
    <>
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

const PAGE = 10

export function OrderList() {
  const history = useOrderHistory(PAGE)
  if (history.isPending) return <OrderRowsSkeleton />
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
