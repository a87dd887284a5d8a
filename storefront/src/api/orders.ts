import type { Order } from "@shop/contracts"
import { mutationOptions, noop, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { randomAlphanumerics } from "../lib/random-id"
import { orderQuery, pathOf } from "./order-query"
import { subscribeToOrder } from "./order-subscription"
import { lateParserOf } from "./load-schemas"
import { command, request, storeAnswer } from "./request"
import { updateServerClock } from "./server-clock"

/** A view does not load again what was loaded just before it appeared. */
const FRESH_MS = 2000

/** Follows the order as long as it is shown: staff may change or refund one that is paid. */
export function useOrder(orderId: string) {
  const client = useQueryClient()
  const query = useQuery({ ...orderQuery(orderId), staleTime: FRESH_MS })
  const isFollowed = Boolean(query.data)
  useEffect(() => {
    if (!isFollowed) return
    return subscribeToOrder({
      orderId,
      onOrder: (order) => storeAnswer(client, orderQuery(orderId), order),
      poll: () => void client.query(orderQuery(orderId)).catch(noop),
    })
  }, [client, orderId, isFollowed])
  return query
}

export function useRenewQuote(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request(`${pathOf(orderId)}/quote`, lateParserOf("orderSchema"), {
        method: "POST",
        onResponse: updateServerClock,
      }),
    onSuccess: (order) => storeAnswer(client, orderQuery(orderId), order),
  })
}

/** The shop asks the processor first, so that nothing can be paid twice. @param from the order's method so far */
export function usePayByCard(orderId: string, from: Order["paymentMethod"]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      if (from !== "card") await changeMethod(orderId, "card")
      return request(`${pathOf(orderId)}/card-session`, lateParserOf("cardSessionSchema"), {
        method: "POST",
      })
    },
    onSuccess: ({ url }) => location.assign(url),
    // A refusal may mean that the order is paid or over: the page then shows it.
    onError: () => void client.query(orderQuery(orderId)).catch(noop),
  })
}

export function useChangePaymentMethod(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (paymentMethod: Order["paymentMethod"]) => changeMethod(orderId, paymentMethod),
    onSuccess: (order) => storeAnswer(client, orderQuery(orderId), order),
    onError: () => void client.query(orderQuery(orderId)).catch(noop),
  })
}

const changeMethod = (orderId: string, paymentMethod: Order["paymentMethod"]) =>
  request(`${pathOf(orderId)}/payment-method`, lateParserOf("orderSchema"), {
    method: "POST",
    body: { paymentMethod },
    onResponse: updateServerClock,
  })

/** The transaction id is invented (specification, section 7) and proves nothing. */
export const claimPayment = (orderId: string | null) =>
  mutationOptions({
    mutationFn: async () => {
      if (!orderId) throw new Error("Order ID is required")
      const body = { transactionId: `tx_${randomAlphanumerics(24)}` }
      await command(`${pathOf(orderId)}/payment`, { method: "PATCH", body })
    },
  })

export const useClaimPayment = (orderId: string | null) => useMutation(claimPayment(orderId))
