import { orderSchema, type Order } from "@shop/contracts"
import { subscribe } from "medusa-payment-bitcoin-storefront"
import { pathOf } from "./order-query"

interface OrderSubscription {
  orderId: string
  onOrder: (order: Order) => void
  poll: () => void
}

/** @returns a function that unsubscribes */
export const subscribeToOrder = ({ orderId, onOrder, poll }: OrderSubscription): (() => void) =>
  subscribe({
    url: `${pathOf(orderId)}/events`,
    event: "order",
    parse: (message) => orderSchema.parse(message),
    onValue: onOrder,
    poll,
  })
