import type { WithdrawOrder } from "@shop/contracts/order-actions"
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { followedOrderQuery, orderQuery, pathOf } from "./order-query"
import { lateParserOf } from "./load-schemas"
import { request, storeAnswer } from "./request"

/** What buyers ask of their own order. Each may be repeated; the answer is the order as it is then. */
function orderAction<Body extends object>(
  client: QueryClient,
  orderId: string,
  action: "cancellation" | "refund-address" | "withdrawal",
) {
  const followed = followedOrderQuery(orderId)
  return mutationOptions({
    mutationFn: (body: Body) =>
      request(`${pathOf(orderId)}/${action}`, lateParserOf("followedOrderSchema"), {
        method: "POST",
        body,
      }),
    onSuccess: (order) => {
      storeAnswer(client, followed, order)
      storeAnswer(client, orderQuery(orderId), order)
    },
    // A refusal may mean that the order has changed: it was paid, packed, or its hour is over.
    onError: () => void client.invalidateQueries({ queryKey: followed.queryKey }),
  })
}

export const cancelOrder = (client: QueryClient, orderId: string) =>
  orderAction<{ refundAddress?: string | undefined }>(client, orderId, "cancellation")

export const useCancelOrder = (orderId: string) => useMutation(cancelOrder(useQueryClient(), orderId))

export const useGiveRefundAddress = (orderId: string) =>
  useMutation(orderAction<{ address: string }>(useQueryClient(), orderId, "refund-address"))

export const useWithdrawOrder = (orderId: string) =>
  useMutation(orderAction<WithdrawOrder>(useQueryClient(), orderId, "withdrawal"))
