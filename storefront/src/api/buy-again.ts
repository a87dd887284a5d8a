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
import { followedOrderQuery } from "./order-query"

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

/** An order whose items cannot be put back from here: it is paid, or money is on its way. */
export class OrderIsPaid extends Error {}

/** By order, begun or done: the button that was pressed goes with the state of the order that it changes, and another one comes. */
const PUT_BACK = new Map<string, Promise<string[]>>()
const PUT_BACK_KEYS = new Map<string, Map<string, string>>()

/**
 * Cancels an unpaid order, which reserves its items, before it adds them to the cart. Items are added once, however often it is called.
 * @returns the names of the items that are no longer sold
 * @throws OrderIsPaid when it was paid meanwhile: only its own page says what becomes of the money
 */
export const putItemsBack = (client: QueryClient, orderId: string) =>
  mutationOptions({
    mutationFn: (): Promise<string[]> => {
      const begun = PUT_BACK.get(orderId)
      if (begun) return begun
      const adding = cancelAndAdd(client, orderId)
      PUT_BACK.set(orderId, adding)
      adding.catch(() => PUT_BACK.delete(orderId))
      return adding
    },
  })

async function cancelAndAdd(client: QueryClient, orderId: string): Promise<string[]> {
  const order = await client.query(followedOrderQuery(orderId))
  if (order?.status !== "cancelled" && order?.owner?.cancellation?.refund !== "none") throw new OrderIsPaid()
  const { items } = await new MutationObserver(client, cancelOrder(client, orderId)).mutate({})
  const keys = PUT_BACK_KEYS.get(orderId) ?? new Map<string, string>()
  PUT_BACK_KEYS.set(orderId, keys)
  return new MutationObserver(client, buyAgain(client, keys)).mutate(items)
}

export const usePutItemsBack = (orderId: string) => useMutation(putItemsBack(useQueryClient(), orderId))

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
