import { useMutation, useQueryClient } from "@tanstack/react-query"
import { followedOrderQuery } from "./order-details"
import { request } from "./request"
import { storeAnswer } from "./store-answer"

/** Stores the address for an order's refund. */
export function useGiveRefundAddress(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["orders", "refund-address", orderId],
    mutationFn: (body: { address: string }) =>
      request(
        `/api/orders/${encodeURIComponent(orderId)}/refund-address`,
        ({ followedOrderSchema }) => followedOrderSchema,
        {
          method: "POST",
          body,
        },
      ),
    onSuccess: (order) => storeAnswer(client, followedOrderQuery(orderId), order),
  })
}
