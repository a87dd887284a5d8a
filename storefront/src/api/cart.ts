import type { CartDiscount, CartItem } from "@shop/contracts"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback, useSyncExternalStore } from "react"
import { additionOf, changeCart } from "./cart-changes"
import {
  CART_MUTATIONS,
  cartQuery,
  discountBasis,
  discountQuery,
  orderOfCartQuery,
  useCartId,
} from "./cart-state"
import { hasPendingQuantities, subscribeToPendingQuantities } from "./pending-quantities"

export interface CartView {
  lines: CartItem[]
  status: "loading" | "failed" | "ready"
  /** A change is under way. Quantities are already right; money waits for the shop's answer. */
  isChanging: boolean
  discount: CartDiscount | null
  retry: () => void
}

/** This browser's cart. Without a cart id it is empty and sends no request. */
export function useCart(): CartView {
  const cartId = useCartId()
  const query = useQuery(cartQuery(cartId))
  const isMutating = useIsMutating()
  const hasPending = useSyncExternalStore(subscribeToPendingQuantities, hasPendingQuantities, () => false)
  const { data: stored } = useQuery(discountQuery(cartId))
  const discount = stored?.discount ?? null
  // The shop computes discounts: after a change they are not known until its answer.
  const isDiscountOld = discount !== null && stored?.basis !== discountBasis(query.data ?? [])
  const status = cartId === null || query.data ? "ready" : query.isError ? "failed" : "loading"
  return {
    lines: query.data ?? [],
    status,
    isChanging: isMutating || hasPending || isDiscountOld,
    discount,
    retry: () => void query.refetch(),
  }
}

/** Whether a change is under way. React Query's own hook re-renders more often than that. */
function useIsMutating(): boolean {
  const client = useQueryClient()
  const subscribe = useCallback(
    (listener: () => void) => client.getMutationCache().subscribe(listener),
    [client],
  )
  return useSyncExternalStore(
    subscribe,
    () => client.isMutating(CART_MUTATIONS) > 0,
    () => false,
  )
}

/** The order that this browser's cart became without an answer reaching it, or null. */
export function useOrderOfCart(): string | null {
  return useQuery(orderOfCartQuery(useCartId())).data ?? null
}

/** Adds to the cart. Each call is one addition, however often it is sent. */
export function useAddToCart() {
  const { mutateAsync, isPending } = useMutation(changeCart(useQueryClient()))
  return {
    add: (product: CartItem["product"], quantity: number) => mutateAsync(additionOf(product, quantity)),
    isPending,
  }
}
