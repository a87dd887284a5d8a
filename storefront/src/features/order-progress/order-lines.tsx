import type { Order } from "@shop/contracts"
import { formatPounds } from "../../lib/money"
import { amountRows } from "../../lib/order-credit"

export function OrderLines({ order }: { order: Order }) {
  return (
    <div className="receipt-shadow">
      <div className="order-lines receipt">
        <h2>Your order</h2>
        <ul>
          {order.items.map((item) => (
            <li key={item.id}>
              <span>
                {item.quantity} × {item.name}
                {item.returned > 0 && ` (${item.returned} returned)`}
              </span>
              <span>{formatPounds(item.total)}</span>
            </li>
          ))}
          {amountRows(order, "Delivery").map(({ label, amount, kind, note }) => (
            <li key={label} className={kind === "total" ? "order-lines__total" : undefined}>
              <span>
                {label}
                {note && <small>{note}</small>}
              </span>
              <span>{amount}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
