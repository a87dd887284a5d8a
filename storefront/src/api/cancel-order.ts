import { useMutation, useQueryClient } from "@tanstack/react-query"
import { followedOrderQuery } from "./order-details"
import { putOrder } from "./order-query"
import { request } from "./request"

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
      client.setQueryData(queryKey, order)
      putOrder(client, order)
    },
    // A refusal may mean that the order has changed: it was paid, packed, or its hour is over.
    onError: () => void client.invalidateQueries({ queryKey }),
  })
}
