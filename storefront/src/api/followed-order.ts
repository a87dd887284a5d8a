import type { FindOrder } from "@shop/contracts"
import { mutationOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { openWithKey } from "./order-access"
import { command, request, requestOrNull } from "./request"

/** An order with its timeline and the details that only its buyer may see; null when there is no such order. */
export const followedOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", "followed", orderId],
    queryFn: async ({ signal }) => {
      await openWithKey(orderId)
      return requestOrNull(
        `/api/orders/${encodeURIComponent(orderId)}`,
        ({ followedOrderSchema }) => followedOrderSchema,
        { signal },
      )
    },
    staleTime: 0,
  })

/** Emails the link to an order to its buyer again. The answer never tells whether there is such an order. */
export const findOrder = () =>
  mutationOptions({
    mutationKey: ["orders", "find"],
    mutationFn: (search: FindOrder) => command("/api/orders/find", { method: "POST", body: search }),
  })

/** Stores the address for an order's refund. */
export function useGiveRefundAddress(orderId: string) {
  const client = useQueryClient()
  const { queryKey } = followedOrderQuery(orderId)
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
    onSuccess: (order) => client.setQueryData(queryKey, order),
  })
}
