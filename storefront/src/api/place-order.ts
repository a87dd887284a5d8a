import {
  type CartDiscount,
  type CartItem,
  type CheckoutForm,
  type Order,
  type PlacedOrder,
  type PlaceOrderBody,
  toPounds,
} from "@shop/contracts"
import type { QueryClient } from "@tanstack/react-query"
import { linePence, type Totals } from "../lib/cart-lines"
import { readCartId, refreshCart, saveCartId } from "./cart-state"
import { lateParserOf } from "./load-schemas"
import { orderQuery } from "./order-query"
import { request } from "./request"
import { serverNow, updateServerClock } from "./server-clock"

export interface Placing {
  /** The cart that is ordered. Another tab may begin a new one before the answer has come. */
  cartId: string | null
  form: CheckoutForm
  lines: readonly CartItem[]
  /** The amounts that the shopper saw, in pence. The shop rejects the order when it calculates others. */
  totals: Totals
  discount: CartDiscount | null
}

/** The order as far as the browser knows it, until the shop tells it. */
const orderOf = (placed: PlacedOrder, { lines, totals, discount }: Placing): Order => ({
  ...placed,
  createdAt: new Date(serverNow()).toISOString(),
  subtotal: toPounds(totals.subtotal),
  discount: discount && {
    codes: discount.applied,
    goods: toPounds(totals.discount),
    delivery: "0.00",
  },
  shippingCost: toPounds(totals.shipping),
  refunded: null,
  isPartlySent: false,
  amountDue: placed.total,
  amountAwaited: "0.00",
  amountToReturn: "0.00",
  items: lines.map((line) => {
    const { name, weight, image, price } = line.product
    return {
      id: line.id,
      name,
      weight,
      image,
      quantity: line.quantity,
      price,
      total: toPounds(linePence(line)),
      returned: 0,
    }
  }),
})

/** Afterwards the browser has a new cart, and the order to show. A cart becomes one order however often it is submitted. */
export async function placeOrder(client: QueryClient, placing: Placing): Promise<PlacedOrder> {
  const { cartId, form, totals } = placing
  if (cartId === null) throw new Error("There is no cart to order from")
  const fields = (await lateParserOf("checkoutFormSchema")()).parse(form)
  const body: PlaceOrderBody = {
    ...fields,
    shippingCost: toPounds(totals.shipping),
    total: toPounds(totals.total),
    cartId,
  }
  const placed = await request("/api/orders", lateParserOf("placedOrderSchema"), {
    method: "POST",
    body,
    onResponse: updateServerClock,
  })
  // Out of date from the start: the view that shows it asks the shop at once.
  client.setQueryData(orderQuery(placed.id).queryKey, orderOf(placed, placing), { updatedAt: 0 })
  if (readCartId() === cartId) saveCartId(null)
  void refreshCart(client)
  return placed
}
