import { followedOrderSchema, type FindOrder } from "@shop/contracts"
import { mutationOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { openWithKey } from "./order-access"
import { command, request, requestOrNull } from "./request"

/** An order with its way from placed to delivered, and what only its buyer may see; null where there is none. */
export const followedOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", "followed", orderId],
    queryFn: async ({ signal }) => {
      await openWithKey(orderId)
      return requestOrNull(`/api/orders/${encodeURIComponent(orderId)}`, followedOrderSchema, { signal })
    },
    staleTime: 0,
  })

/** Has the link to an order mailed again, to the address the order was placed with. The answer never says whether there is one. */
export const findOrder = () =>
  mutationOptions({
    mutationKey: ["orders", "find"],
    mutationFn: (search: FindOrder) => command("/api/orders/find", { method: "POST", body: search }),
  })

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
