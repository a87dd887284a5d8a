import {
  type CheckoutForm,
  checkoutFormSchema,
  type Order,
  orderSchema,
  placedOrderSchema,
  type PlaceOrderBody,
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
import { poundsOf } from "../lib/money"
import { randomAlphanumerics } from "../lib/random-id"
import { retryDelay, retryUncertain } from "./api-error"
import { forgetCartId, readCartId, refreshCart } from "./cart-state"
import { openWithKey } from "./order-access"
import { subscribeToOrder } from "./order-subscription"
import { request, requestOrNull } from "./request"
import { updateServerClock } from "./server-clock"

const pathOf = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}`

/** The order as the shop has it, or null where there is none. */
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

/** Takes in what the shop has just said of an order. An answer that is still on its way is older than it. */
export function putOrder(client: QueryClient, order: Order): void {
  const { queryKey } = orderQuery(order.id)
  void client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, order)
}

/** What was asked for just before a view appeared is not asked for again as it does. */
const FRESH_MS = 2000

/** Follows an order until nothing more will happen to its payment by itself. */
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

/** Asks for a new quote, with an address of its own, where the last one ran out. */
export function useRenewQuote(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["orders", "renew", orderId],
    mutationFn: () =>
      request(`${pathOf(orderId)}/quote`, orderSchema, { method: "POST", onResponse: updateServerClock }),
    onSuccess: (order) => putOrder(client, order),
  })
}

interface Placing {
  form: CheckoutForm
  /** Both in pence: what the shopper was shown. The shop compares, and refuses when it reckons otherwise. */
  shippingPence: number
  totalPence: number
}

/**
 * Makes an order of the cart; once it is made, the browser starts with a new cart. A cart becomes one order however
 * often it is asked for, so a lost answer is asked for again; but nobody is kept waiting for a network to come back.
 */
export function usePlaceOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["orders", "place"],
    retry: (failures, error) => navigator.onLine && retryUncertain(failures, error),
    retryDelay,
    mutationFn: ({ form, shippingPence, totalPence }: Placing) => {
      const cartId = readCartId()
      if (!cartId) throw new Error("There is no cart to order from")
      const fields = checkoutFormSchema.parse(form)
      const body: PlaceOrderBody = {
        ...fields,
        shippingCost: poundsOf(shippingPence),
        total: poundsOf(totalPence),
        cartId,
      }
      return request("/api/orders", placedOrderSchema, { method: "POST", body })
    },
    onSuccess: () => {
      forgetCartId()
      void refreshCart(client)
    },
  })
}

/** Tells the shop that the buyer says they have paid. The id is invented here (specification, section 7) and proves nothing. */
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
