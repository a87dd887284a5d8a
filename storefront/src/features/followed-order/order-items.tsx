import type { FollowedOrder } from "@shop/contracts"
import { formatPence } from "@shop/contracts"
import { discountLabel, formatPounds, penceOf } from "../../lib/money"
import { creditOf } from "../../lib/order-credit"
import { Picture } from "../../ui/picture"

/** The ordered items and the totals. */
export function OrderItems({ order }: { order: FollowedOrder }) {
  const credit = creditOf(order)
  return (
    <section className="account-card" aria-labelledby="order-order-items">
      <h2 id="order-order-items">What you ordered</h2>
      <ul className="order-items">
        {order.items.map((item) => (
          <li key={item.id} className="order-items__line">
            <Picture src={item.image} alt="" use="order-line" />
            <span className="order-items__text">
              <strong>{item.name}</strong>
              <span>
                {item.weight} × {item.quantity}, {formatPounds(item.price)} each
              </span>
            </span>
            <span className="order-items__total">{formatPounds(item.total)}</span>
          </li>
        ))}
      </ul>
      <dl className="totals">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatPounds(order.subtotal)}</dd>
        </div>
        {order.discount && (
          <div className="totals__discount">
            <dt>Discount {order.discount.codes.join(", ")}</dt>
            <dd>{discountLabel(order.discount)}</dd>
          </div>
        )}
        <div>
          <dt>{order.delivery}</dt>
          <dd>{penceOf(order.shippingCost) === 0 ? "Free" : formatPounds(order.shippingCost)}</dd>
        </div>
        {credit.pence > 0 && (
          <div>
            <dt>{credit.label}</dt>
            <dd>−{formatPence(credit.pence)}</dd>
          </div>
        )}
        <div className="totals__total">
          <dt>Total</dt>
          <dd>{formatPounds(order.total)}</dd>
        </div>
        {order.refunded !== null && credit.label === "Credit" && (
          <div>
            <dt>Refunded</dt>
            <dd>{formatPounds(order.refunded)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
