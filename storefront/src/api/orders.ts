import {
  type CartDiscount,
  type CartItem,
  cardSessionSchema,
  type CheckoutForm,
  checkoutFormSchema,
  type Order,
  orderSchema,
  type PlacedOrder,
  placedOrderSchema,
  type PlaceOrderBody,
  toPounds,
} from "@shop/contracts"
import {
  mutationOptions,
  noop,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query"
import { useEffect } from "react"
import * as z from "zod/mini"
import { isSettled } from "../lib/bitcoin-labels"
import { linePence } from "../lib/cart-lines"
import { randomAlphanumerics } from "../lib/random-id"
import { retryDelay, retryUncertain } from "./api-error"
import { forgetCartId, readCartId, refreshCart } from "./cart-state"
import { openWithKey } from "./order-access"
import { subscribeToOrder } from "./order-subscription"
import { request, requestOrNull } from "./request"
import { serverNow, updateServerClock } from "./server-clock"

const pathOf = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}`

/** The order as the shop has it, or null. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", orderId],
    queryFn: async ({ signal }) => {
      await openWithKey(orderId)
      return requestOrNull(pathOf(orderId), orderSchema, { signal, onResponse: updateServerClock })
    },
    staleTime: 0,
    retry: retryUncertain,
    retryDelay,
  })

/** Stores the shop's latest answer about an order. A request under way is older and is cancelled. */
export function putOrder(client: QueryClient, order: Order): void {
  const { queryKey } = orderQuery(order.id)
  void client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, order)
}

/** A view does not load again what was loaded just before it appeared. */
const FRESH_MS = 2000

/** Follows an order until its payment is settled. */
export function useOrder(orderId: string) {
  const client = useQueryClient()
  const query = useQuery({ ...orderQuery(orderId), staleTime: FRESH_MS })
  const isFollowed = Boolean(query.data && !isSettled(query.data))
  useEffect(() => {
    if (!isFollowed) return
    return subscribeToOrder({
      orderId,
      onOrder: (order) => putOrder(client, order),
      poll: () => void client.query(orderQuery(orderId)).catch(noop),
    })
  }, [client, orderId, isFollowed])
  return query
}

/** Requests a new quote with a new address after the last one has expired. */
export function useRenewQuote(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["orders", "renew", orderId],
    mutationFn: () =>
      request(`${pathOf(orderId)}/quote`, orderSchema, { method: "POST", onResponse: updateServerClock }),
    onSuccess: (order) => putOrder(client, order),
  })
}

/**
 * Goes to the card processor's page for an unpaid order. The shop asks the processor first: nothing can be paid twice.
 * @param from the order's method so far
 */
export function usePayByCard(orderId: string, from: Order["paymentMethod"]) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["orders", "pay-by-card", orderId],
    mutationFn: async () => {
      if (from === "bitcoin") await changeMethod(orderId, "card")
      return request(`${pathOf(orderId)}/card-session`, cardSessionSchema, { method: "POST" })
    },
    onSuccess: ({ url }) => location.assign(url),
    // A refusal may mean that the order is paid or over: the page then shows it.
    onError: () => void client.query(orderQuery(orderId)).catch(noop),
  })
}

/** Changes between card and Bitcoin while nothing is paid. */
export function useChangePaymentMethod(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["orders", "payment-method", orderId],
    mutationFn: (paymentMethod: Order["paymentMethod"]) => changeMethod(orderId, paymentMethod),
    onSuccess: (order) => putOrder(client, order),
    onError: () => void client.query(orderQuery(orderId)).catch(noop),
  })
}

const changeMethod = (orderId: string, paymentMethod: Order["paymentMethod"]) =>
  request(`${pathOf(orderId)}/payment-method`, orderSchema, {
    method: "POST",
    body: { paymentMethod },
    onResponse: updateServerClock,
  })

interface Placing {
  form: CheckoutForm
  lines: readonly CartItem[]
  /** The amounts that the shopper saw, in pence. The shop rejects the order when it calculates others. */
  totals: Readonly<Record<"subtotal" | "discount" | "shipping" | "total", number>>
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
    }
  }),
})

/**
 * Places the order. Afterwards the browser starts with a new cart, and has the order to show without another call. A
 * cart becomes one order however often it is submitted, so a lost answer is retried. Without a network the shopper is told
 * at once instead.
 */
export function usePlaceOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["orders", "place"],
    retry: (failures, error) => navigator.onLine && retryUncertain(failures, error),
    retryDelay,
    mutationFn: ({ form, totals }: Placing) => {
      const cartId = readCartId()
      if (!cartId) throw new Error("There is no cart to order from")
      const fields = checkoutFormSchema.parse(form)
      const body: PlaceOrderBody = {
        ...fields,
        shippingCost: toPounds(totals.shipping),
        total: toPounds(totals.total),
        cartId,
      }
      return request("/api/orders", placedOrderSchema, {
        method: "POST",
        body,
        onResponse: updateServerClock,
      })
    },
    onSuccess: (placed, placing) => {
      // Out of date from the start: the view that shows it asks the shop at once.
      client.setQueryData(orderQuery(placed.id).queryKey, orderOf(placed, placing), { updatedAt: 0 })
      forgetCartId()
      void refreshCart(client)
    },
  })
}

/**
 * Tells the shop that the buyer claims to have paid. The transaction id is invented (specification, section 7) and
 * proves nothing.
 */
export const claimPayment = (orderId: string | null) =>
  mutationOptions({
    mutationKey: ["orders", "claim", orderId],
    mutationFn: async () => {
      if (!orderId) throw new Error("Order ID is required")
      const body = { transactionId: `tx_${randomAlphanumerics(24)}` }
      await request(`${pathOf(orderId)}/payment`, z.unknown(), { method: "PATCH", body })
    },
  })

export const useClaimPayment = (orderId: string | null) => useMutation(claimPayment(orderId))
