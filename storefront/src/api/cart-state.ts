import { cartSchema, ORDER_HEADER, type CartItem } from "@shop/contracts"
import { queryOptions, skipToken, type QueryClient } from "@tanstack/react-query"
import { request } from "./request"
import { retryDelay, retryUncertain } from "./uncertain"
import { applyPendingQuantities } from "./pending-quantities"

export const cartKey = (cartId: string | null) => ["cart", cartId] as const

/** The cart as the shop has it, with what the shopper has just wished for. Without a cart id nothing is asked. */
export const cartQuery = (cartId: string | null | undefined) =>
  queryOptions({
    queryKey: cartKey(cartId ?? null),
    queryFn: async ({ client, signal }) => {
      const id = String(cartId)
      const onResponse = ({ headers }: Response) =>
        client.setQueryData(orderOfCartKey(id), headers.get(ORDER_HEADER))
      const lines = await request(`/api/cart/${id}`, cartSchema, { signal, onResponse })
      confirmCart(id, lines)
      return applyPendingQuantities(lines)
    },
    enabled: Boolean(cartId),
    retry: retryUncertain,
    retryDelay,
  })

const orderOfCartKey = (cartId: string | null) => ["order-of-cart", cartId] as const

/** The order that a cart became without this browser hearing of it; learned whenever the cart is read. */
export const orderOfCartQuery = (cartId: string | null | undefined) =>
  queryOptions<string | null>({ queryKey: orderOfCartKey(cartId ?? null), queryFn: skipToken })

/** Asks the shop for the cart again, for when something outside the cart's mutations has changed it. */
export const refreshCart = (client: QueryClient) => client.invalidateQueries({ queryKey: ["cart"] })

let confirmed: { cartId: string; lines: CartItem[] } | null = null

/** Keeps what the shop has last said of a cart. */
export function confirmCart(cartId: string, lines: CartItem[]): void {
  confirmed = { cartId, lines }
}

/** What the shop has last said of a cart, or null. */
export function confirmedLines(cartId: string): CartItem[] | null {
  return confirmed?.cartId === cartId ? confirmed.lines : null
}
