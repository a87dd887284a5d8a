import type { FollowedOrder } from "@shop/contracts"
import { formatPounds, penceOf } from "../../lib/money"
import { Picture } from "../../ui/picture"

/** What was ordered, and what it comes to. */
export function Goods({ order }: { order: FollowedOrder }) {
  return (
    <section className="account-card" aria-labelledby="order-goods">
      <h2 id="order-goods">What you ordered</h2>
      <ul className="goods">
        {order.items.map((item) => (
          <li key={item.id} className="goods__line">
            <Picture src={item.image} alt="" use="order-line" />
            <span className="goods__words">
              <strong>{item.name}</strong>
              <span>
                {item.weight} × {item.quantity}, {formatPounds(item.price)} each
              </span>
            </span>
            <span className="goods__total">{formatPounds(item.total)}</span>
          </li>
        ))}
      </ul>
      <dl className="totals">
        <div>
          <dt>Subtotal</dt>
          <dd>{formatPounds(order.subtotal)}</dd>
        </div>
        <div>
          <dt>{order.delivery}</dt>
          <dd>{penceOf(order.shippingCost) === 0 ? "Free" : formatPounds(order.shippingCost)}</dd>
        </div>
        <div className="totals__total">
          <dt>Total</dt>
          <dd>{formatPounds(order.total)}</dd>
        </div>
      </dl>
    </section>
  )
}
