import type { Order } from "@shop/contracts"
import { formatPence } from "@shop/contracts"
import { discountLabel, formatPounds, penceOf } from "../../lib/money"
import { creditOf } from "../../lib/order-credit"

/** The items and the totals, as a till receipt. */
export function OrderLines({ order }: { order: Order }) {
  const credit = creditOf(order)
  return (
    <div className="receipt-shadow">
      <div className="order-lines receipt">
        <h2>Your order</h2>
        <ul>
          {order.items.map((item) => (
            <li key={item.id}>
              <span>
                {item.quantity} × {item.name}
              </span>
              <span>{formatPounds(item.total)}</span>
            </li>
          ))}
          {order.discount && (
            <li>
              <span>Discount {order.discount.codes.join(", ")}</span>
              <span>{discountLabel(order.discount)}</span>
            </li>
          )}
          <li>
            <span>Delivery</span>
            <span>{penceOf(order.shippingCost) === 0 ? "Free" : formatPounds(order.shippingCost)}</span>
          </li>
          {credit.pence > 0 && (
            <li>
              <span>{credit.label}</span>
              <span>−{formatPence(credit.pence)}</span>
            </li>
          )}
          <li className="order-lines__total">
            <span>Total</span>
            <span>{formatPounds(order.total)}</span>
          </li>
        </ul>
      </div>
    </div>
  )
}
