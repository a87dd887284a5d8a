import type { FindOrder } from "@shop/contracts"
import { mutationOptions, useMutation, useQueryClient } from "@tanstack/react-query"
import { followedOrderQuery } from "./order-details"
import { command, request } from "./request"
import { storeAnswer } from "./store-answer"

/** Emails the link to an order to its buyer again. The answer never tells whether there is such an order. */
export const findOrder = () =>
  mutationOptions({
    mutationKey: ["orders", "find"],
    mutationFn: (search: FindOrder) => command("/api/orders/find", { method: "POST", body: search }),
  })

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
