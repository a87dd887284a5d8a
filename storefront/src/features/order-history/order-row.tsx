import type { OrderSummary } from "@shop/contracts"
import { formatPounds } from "../../lib/money"
import { STATUS_LABELS, STATUS_TONES } from "../../lib/order-labels"
import { formatDay } from "../../lib/time"
import { Icon } from "../../ui/icon"
import { Picture } from "../../ui/picture"
import { PrefetchLink } from "../../ui/prefetch-link"

/** A phone has room for no more pictures. */
const MOST_PICTURES = 4

/**
 * One order of a list. The whole row is its link.
 * @param level of its heading
 */
export function OrderRow({ order, level }: { order: OrderSummary; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const more = order.items.length - MOST_PICTURES
  return (
    <li className="order-row">
      <div className="order-row__text">
        <Heading className="order-row__name">
          <PrefetchLink to={`/orders/${order.id}`} className="order-row__link">
            Order {order.number}
          </PrefetchLink>
        </Heading>
        <p>
          <time dateTime={order.createdAt}>{formatDay(order.createdAt)}</time>
        </p>
        <StatusBadge status={order.status} />
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

/** An order's status. */
function StatusBadge({ status }: { status: OrderSummary["status"] }) {
  return <span className={`status-badge status-badge--${STATUS_TONES[status]}`}>{STATUS_LABELS[status]}</span>
}

/** Placeholder rows of the final size. */
export function OrderRowsSkeleton({ count }: { count: number }) {
  return (
    <div className="order-rows" role="status" aria-label="Loading your orders">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="order-row order-row--skeleton skeleton" aria-hidden="true" />
      ))}
    </div>
  )
}
