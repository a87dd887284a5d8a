import type { WithdrawOrder } from "@shop/contracts/order-actions"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { followedOrderQuery, orderQuery, pathOf } from "./order-query"
import { lateParserOf } from "./load-schemas"
import { request, storeAnswer } from "./request"

/** What buyers ask of their own order. Each may be repeated; the answer is the order as it is then. */
function useOrderAction<Body extends object>(
  orderId: string,
  action: "cancellation" | "refund-address" | "withdrawal",
) {
  const client = useQueryClient()
  const followed = followedOrderQuery(orderId)
  return useMutation({
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

export const useCancelOrder = (orderId: string) =>
  useOrderAction<{ refundAddress?: string | undefined }>(orderId, "cancellation")

export const useGiveRefundAddress = (orderId: string) =>
  useOrderAction<{ address: string }>(orderId, "refund-address")

export const useWithdrawOrder = (orderId: string) => useOrderAction<WithdrawOrder>(orderId, "withdrawal")
