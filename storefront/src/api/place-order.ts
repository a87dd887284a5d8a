import {
  type CartDiscount,
  type CartItem,
  type CheckoutForm,
  type Order,
  type PlacedOrder,
  type PlaceOrderBody,
  toPounds,
} from "@shop/contracts"
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { linePence, type Totals } from "../lib/cart-lines"
import { retryDelay, retryUncertain } from "../lib/api-error"
import { readCartId, refreshCart, saveCartId } from "./cart-state"
import { lateParserOf } from "./load-schemas"
import { orderQuery } from "./order-query"
import { request } from "./request"
import { serverNow, updateServerClock } from "./server-clock"

interface Placing {
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

/**
 * Afterwards the browser has a new cart, and the order to show. A cart becomes one order however often it is submitted, so a lost
 * answer is retried. Offline the shopper is told at once.
 */
export const placeOrder = (client: QueryClient) =>
  mutationOptions({
    retry: (failures, error) => navigator.onLine && retryUncertain(failures, error),
    retryDelay,
    mutationFn: async ({ cartId, form, totals }: Placing) => {
      if (cartId === null) throw new Error("There is no cart to order from")
      const fields = (await lateParserOf("checkoutFormSchema")()).parse(form)
      const body: PlaceOrderBody = {
        ...fields,
        shippingCost: toPounds(totals.shipping),
        total: toPounds(totals.total),
        cartId,
      }
      return request("/api/orders", lateParserOf("placedOrderSchema"), {
        method: "POST",
        body,
        onResponse: updateServerClock,
      })
    },
    onSuccess: (placed, placing) => {
      // Out of date from the start: the view that shows it asks the shop at once.
      client.setQueryData(orderQuery(placed.id).queryKey, orderOf(placed, placing), { updatedAt: 0 })
      if (readCartId() === placing.cartId) saveCartId(null)
      void refreshCart(client)
    },
  })

export const usePlaceOrder = () => useMutation(placeOrder(useQueryClient()))
