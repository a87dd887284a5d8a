import type { WithdrawOrder } from "@shop/contracts/order-actions"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { followedOrderQuery } from "./order-details"
import { request } from "./request"

/** Sends the buyer's notice that they withdraw from an order. It may be repeated. */
export function useWithdrawOrder(orderId: string) {
  const client = useQueryClient()
  const { queryKey } = followedOrderQuery(orderId)
  return useMutation({
    mutationKey: ["orders", "withdraw", orderId],
    mutationFn: (body: WithdrawOrder) =>
      request(
        `/api/orders/${encodeURIComponent(orderId)}/withdrawal`,
        ({ followedOrderSchema }) => followedOrderSchema,
        {
          method: "POST",
          body,
        },
      ),
    onSuccess: (order) => client.setQueryData(queryKey, order),
  })
}
