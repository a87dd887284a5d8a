import type { WithdrawOrder } from "@shop/contracts/order-actions"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { followedOrderQuery } from "./order-details"
import { request } from "./request"
import { storeAnswer } from "./store-answer"

/** Sends the buyer's notice that they withdraw from an order. It may be repeated. */
export function useWithdrawOrder(orderId: string) {
  const client = useQueryClient()
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
    onSuccess: (order) => storeAnswer(client, followedOrderQuery(orderId), order),
  })
}
