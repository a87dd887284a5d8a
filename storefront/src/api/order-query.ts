import { queryOptions } from "@tanstack/react-query"
import { loadCode } from "../lib/load-code"
import { retryDelay, retryUncertain } from "./api-error"
import { requestOrNull } from "./request"
import { updateServerClock } from "./server-clock"

/** The path of an order's calls. */
export const pathOf = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}`

/** Gets access to an order that was opened by the link in an email. */
export async function openByLink(orderId: string): Promise<void> {
  if (typeof location === "undefined" || !location.hash.startsWith("#key=")) return
  const { openWithKey } = await loadCode(() => import("./order-access"))
  await openWithKey(orderId)
}

/** The order as the shop has it, or null. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", orderId],
    queryFn: async ({ signal }) => {
      await openByLink(orderId)
      return requestOrNull(pathOf(orderId), ({ orderSchema }) => orderSchema, {
        signal,
        onResponse: updateServerClock,
      })
    },
    staleTime: 0,
    retry: retryUncertain,
    retryDelay,
  })
