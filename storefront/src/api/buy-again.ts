import type { FollowedOrder } from "@shop/contracts"
import {
  MutationObserver,
  mutationOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query"
import { useRef } from "react"
import { problemOf } from "../lib/api-error"
import { addition, changeCart } from "./cart-changes"
import { cancelOrder } from "./order-actions"

/** The shop's codes for products that are gone or sold out. */
const UNAVAILABLE_CODES: readonly string[] = ["unknown_product", "out_of_stock"]

type Item = Pick<FollowedOrder["items"][number], "id" | "name" | "productId" | "variantId" | "quantity">

/**
 * Unavailable items are skipped. After a failure it may be called again: the shop recognises by `keys` what it has added already.
 * @returns the names of the skipped items
 */
export const buyAgain = (client: QueryClient, keys: Map<string, string>) =>
  mutationOptions({
    mutationFn: async (items: readonly Item[]): Promise<string[]> => {
      const additions = await Promise.allSettled(items.map((item) => add(client, item, keys)))
      return additions.flatMap((addition, index) => {
        if (addition.status === "rejected") throw addition.reason
        return addition.value ? [] : [items[index]?.name ?? ""]
      })
    },
    onSuccess: () => keys.clear(),
  })

export function useBuyAgain() {
  const keys = useRef(new Map<string, string>())
  return useMutation(buyAgain(useQueryClient(), keys.current))
}

/**
 * Cancels an unpaid order, which reserves its items, before it adds them to the cart. A cancelled one stays so, and both may be repeated.
 * @returns the names of the items that are no longer sold
 */
export const putItemsBack = (client: QueryClient, orderId: string, keys: Map<string, string>) =>
  mutationOptions({
    mutationFn: async (): Promise<string[]> => {
      const { items } = await new MutationObserver(client, cancelOrder(client, orderId)).mutate({})
      return new MutationObserver(client, buyAgain(client, keys)).mutate(items)
    },
  })

export function usePutItemsBack(orderId: string) {
  const keys = useRef(new Map<string, string>())
  return useMutation(putItemsBack(useQueryClient(), orderId, keys.current))
}

/** @returns false when the item is sold out or gone. Any other failure is thrown. */
async function add(
  client: QueryClient,
  { id, productId, variantId, quantity }: Item,
  keys: Map<string, string>,
): Promise<boolean> {
  if (productId === null) return false
  const change = addition({ productId, variantId: variantId ?? undefined, quantity }, keys.get(id))
  keys.set(id, change.key)
  try {
    await new MutationObserver(client, changeCart(client)).mutate(change)
    return true
  } catch (error) {
    if (UNAVAILABLE_CODES.includes(problemOf(error)?.code ?? "")) return false
    throw error
  }
}
