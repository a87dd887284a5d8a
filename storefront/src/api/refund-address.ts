import { followedOrderSchema } from "@shop/contracts"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { followedOrderQuery } from "./followed-order"
import { request } from "./request"

/** Says where an order's refund should go. */
export function useGiveRefundAddress(orderId: string) {
  const client = useQueryClient()
  const { queryKey } = followedOrderQuery(orderId)
  return useMutation({
    mutationKey: ["orders", "refund-address", orderId],
    mutationFn: (body: { address: string }) =>
      request(`/api/orders/${encodeURIComponent(orderId)}/refund-address`, followedOrderSchema, {
        method: "POST",
        body,
      }),
    onSuccess: (order) => client.setQueryData(queryKey, order),
  })
}
