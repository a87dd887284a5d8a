import type { Order } from "@shop/contracts"
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { loadCode } from "../lib/later"
import { RETRY_UNCERTAIN } from "../lib/api-error"
import { lateParserOf } from "./load-schemas"
import { requestOrNull } from "./request"
import { updateServerClock } from "./server-clock"

export const pathOf = (orderId: string) => `/api/orders/${encodeURIComponent(orderId)}`

const KEY = "#key="

/** A link in an email carries the order's secret after the `#`, where no server and no log sees it. */
async function openByLink(orderId: string): Promise<void> {
  if (typeof location === "undefined" || !location.hash.startsWith(KEY)) return
  const { openWithKey } = await loadCode(() => import("./order-access"))
  await openWithKey(`${pathOf(orderId)}/access`, location.hash.slice(KEY.length))
}

export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", orderId],
    queryFn: async ({ signal }) => {
      await openByLink(orderId)
      return requestOrNull(pathOf(orderId), lateParserOf("orderSchema"), {
        signal,
        onResponse: updateServerClock,
      })
    },
    staleTime: 0,
    ...RETRY_UNCERTAIN,
  })

/** An order with its timeline and the details that only its buyer may see; null when there is no such order. */
export const followedOrderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ["orders", "followed", orderId],
    queryFn: async ({ signal }) => {
      await openByLink(orderId)
      return requestOrNull(pathOf(orderId), lateParserOf("followedOrderSchema"), { signal })
    },
    staleTime: 0,
    ...RETRY_UNCERTAIN,
  })

/** @param live the subscribed order: it tells that something has changed, and this query what */
export function useFollowedOrder(orderId: string, live: Order | null | undefined) {
  const client = useQueryClient()
  const query = useQuery(followedOrderQuery(orderId))
  const [shown, news] = [standingOf(query.data), standingOf(live)]
  // The shop reads the standing of an order before its details. With the standing of the live order they are as new.
  useEffect(() => {
    if (news !== null && news !== shown)
      void client.invalidateQueries({ queryKey: followedOrderQuery(orderId).queryKey })
  }, [client, orderId, news, shown])
  return query
}

const standingOf = (order: Order | null | undefined) =>
  order
    ? JSON.stringify([
        ...[
          order.status,
          order.isPartlySent,
          order.total,
          order.amountDue,
          order.amountAwaited,
          order.isReleased,
          order.refunded,
        ],
        ...[order.bitcoin?.state, order.cardPayment],
      ])
    : null
