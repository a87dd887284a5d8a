import { useMutation, useQueryClient } from "@tanstack/react-query"
import { followedOrderQuery } from "./order-details"
import { orderQuery } from "./order-query"
import { request } from "./request"
import { storeAnswer } from "./store-answer"

/** Cancels the buyer's own order. It may be repeated. */
export function useCancelOrder(orderId: string) {
  const client = useQueryClient()
  const { queryKey } = followedOrderQuery(orderId)
  return useMutation({
    mutationKey: ["orders", "cancel", orderId],
    mutationFn: (body: { refundAddress?: string | undefined }) =>
      request(
        `/api/orders/${encodeURIComponent(orderId)}/cancellation`,
        ({ followedOrderSchema }) => followedOrderSchema,
        {
          method: "POST",
          body,
        },
      ),
    onSuccess: (order) => {
      storeAnswer(client, followedOrderQuery(orderId), order)
      storeAnswer(client, orderQuery(orderId), order)
    },
    // A refusal may mean that the order has changed: it was paid, packed, or its hour is over.
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}
