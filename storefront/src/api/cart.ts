import { cartSchema, type CartItem } from "@shop/contracts"
import { queryOptions, useIsMutating, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { addToCart, CART_MUTATIONS, cartKey, changeQuantity, removeLine } from "./cart-changes"
import { useCartId } from "./cart-id"
import { request } from "./request"

const cartQuery = (cartId: string | null | undefined) =>
  queryOptions({
    queryKey: cartKey(cartId ?? null),
    queryFn: ({ signal }) => request(`/api/cart/${String(cartId)}`, cartSchema, { signal }),
    enabled: Boolean(cartId),
  })

export interface CartView {
  lines: CartItem[]
  status: "loading" | "failed" | "ready"
  /** A change is on its way: quantities are already right, money is not until the shop has answered. */
  isChanging: boolean
  retry: () => void
}

/** This browser's cart. Without a cart id it is empty, and nothing is asked of the shop. */
export function useCart(): CartView {
  const cartId = useCartId()
  const query = useQuery(cartQuery(cartId))
  const isChanging = useIsMutating(CART_MUTATIONS) > 0
  const status = cartId === null || query.data ? "ready" : query.isError ? "failed" : "loading"
  return { lines: query.data ?? [], status, isChanging, retry: () => void query.refetch() }
}

export const useAddToCart = () => useMutation(addToCart(useQueryClient()))

export const useChangeQuantity = () => useMutation(changeQuantity(useQueryClient()))

export const useRemoveLine = () => useMutation(removeLine(useQueryClient()))
