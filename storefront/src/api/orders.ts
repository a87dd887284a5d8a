import {
  checkoutFormSchema,
  orderSchema,
  placedOrderSchema,
  type CheckoutForm,
  type Order,
  type PlaceOrderBody,
} from "@shop/contracts"
import { noop, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import * as z from "zod/mini"
import { isSettled } from "../lib/bitcoin-words"
import { poundsOf } from "../lib/money"
import { randomAlphanumerics } from "../lib/random-id"
import { refreshCart } from "./cart-changes"
import { forgetCartId, readCartId } from "./cart-id"
import { request, requestOrNull } from "./request"

/** How often an open payment is looked at. A stream of events can take its place inside `useOrder` alone. */
const POLL_MS = 2500

/** The order as the shop has it, or null where there is none. */
const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", orderId],
    queryFn: ({ signal }) =>
      requestOrNull(`/api/orders/${encodeURIComponent(orderId)}`, orderSchema, { signal }),
    staleTime: 0,
  })

/** Follows an order until nothing more will happen to its payment by itself. */
export function useOrder(orderId: string) {
  return useQuery({
    ...orderQuery(orderId),
    refetchInterval: ({ state }) => (isFollowed(state.data) ? POLL_MS : false),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
  })
}

function isFollowed(order: Order | null | undefined): boolean {
  return Boolean(order?.bitcoin && !isSettled(order.bitcoin))
}

interface Placing {
  form: CheckoutForm
  /** Both in pence: what the shopper was shown. The shop compares, and refuses when it reckons otherwise. */
  shippingPence: number
  totalPence: number
}

/** Makes an order of the cart; once it is made, the browser starts with a new cart. */
export function usePlaceOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["orders", "place"],
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
    onSuccess: async (order) => {
      forgetCartId()
      // Fetched now, so that the payment view has everything the moment it appears.
      await Promise.all([refreshCart(client), client.query(orderQuery(order.id)).catch(noop)])
    },
  })
}

/** Tells the shop that the buyer says they have paid. The id is invented here (specification, section 7) and proves nothing. */
export function useClaimPayment(orderId: string | null) {
  return useMutation({
    mutationKey: ["orders", "claim", orderId],
    mutationFn: () => {
      if (!orderId) throw new Error("Order ID is required")
      const body = { transactionId: `tx_${randomAlphanumerics(24)}` }
      return request(`/api/orders/${encodeURIComponent(orderId)}/payment`, z.unknown(), {
        method: "PATCH",
        body,
      })
    },
  })
}
