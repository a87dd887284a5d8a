import { CART_ID, type CartDiscount, type CartItem, DISCOUNT_HEADER, ORDER_HEADER } from "@shop/contracts"
import { type QueryClient, queryOptions, skipToken } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { createListeners } from "../lib/listeners"
import { readStored, store } from "../lib/storage"
import { randomAlphanumerics } from "../lib/random-id"
import { RETRY_UNCERTAIN } from "../lib/api-error"
import { parserOf } from "./load-schemas"
import { applyPendingQuantities } from "./pending-quantities"
import { requestWithHeaders } from "./request"

const STORAGE_KEY = "cart-id"
const RANDOM_LENGTH = 24

const listeners = createListeners()
/** Used when the browser's storage is switched off: the cart then lasts as long as the page. */
let inMemory: string | null = null

/** This browser's cart id, or null before its first use. */
export function readCartId(): string | null {
  const stored = readStored("localStorage", STORAGE_KEY)
  return stored !== null && CART_ID.test(stored) ? stored : inMemory
}

export const createCartId = (): string => `cart_${randomAlphanumerics(RANDOM_LENGTH)}`

/** Stores the id of this browser's cart. Null forgets it, once the cart is an order: the next addition starts a new one. */
export function saveCartId(cartId: string | null): void {
  inMemory = cartId
  store("localStorage", STORAGE_KEY, cartId)
  listeners.notify()
}

/** The cart id as state, shared between tabs: null before first use, undefined before hydration. */
export function useCartId(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribeToCartId, readCartId, () => undefined)
}

export function subscribeToCartId(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener)
  window.addEventListener("storage", listener)
  return () => {
    unsubscribe()
    window.removeEventListener("storage", listener)
  }
}

export const CART_MUTATIONS = { mutationKey: ["cart"] } as const

export const cartKey = (cartId: string | null) => ["cart", cartId] as const

/** The cart as the shop has it, with the quantities that wait to be sent. Without a cart id it sends no request. */
export const cartQuery = (cartId: string | null | undefined) =>
  queryOptions({
    queryKey: cartKey(cartId ?? null),
    queryFn: async ({ client, signal }) => {
      const id = String(cartId)
      // An answer to a read that begins before those to the changes may be older than they.
      await whenChangesAreAnswered(client)
      signal.throwIfAborted()
      const { answer: lines, headers } = await requestWithHeaders(`/api/cart/${id}`, parserOf("cartSchema"), {
        signal,
      })
      await storeDiscount(client, id, lines, headers, signal)
      client.setQueryData(orderOfCartKey(id), headers.get(ORDER_HEADER))
      confirmCart(id, lines)
      return applyPendingQuantities(lines)
    },
    enabled: Boolean(cartId),
    ...RETRY_UNCERTAIN,
  })

function whenChangesAreAnswered(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (client.isMutating(CART_MUTATIONS) > 0) return
      stop()
      resolve()
    }
    const stop = client.getMutationCache().subscribe(check)
    check()
  })
}

const orderOfCartKey = (cartId: string | null) => ["order-of-cart", cartId] as const

/** The order that a cart became without this browser receiving the answer. Every cart read reports it. */
export const orderOfCartQuery = (cartId: string | null | undefined) =>
  queryOptions<string | null>({ queryKey: orderOfCartKey(cartId ?? null), queryFn: skipToken })

const discountKey = (cartId: string | null) => ["cart-discount", cartId] as const

/** What discounts take off, and the lines that it was computed for. */
interface StoredDiscount {
  discount: CartDiscount | null
  basis: string
}

export const discountQuery = (cartId: string | null | undefined) =>
  queryOptions<StoredDiscount>({ queryKey: discountKey(cartId ?? null), queryFn: skipToken })

/** @throws the signal's reason when it was aborted: the answer is older than a change and must not replace it */
export async function storeDiscount(
  client: QueryClient,
  cartId: string,
  lines: readonly CartItem[],
  headers: Headers,
  signal?: AbortSignal,
): Promise<void> {
  const text = headers.get(DISCOUNT_HEADER)
  const discount = text === null ? null : await parseDiscount(text)
  signal?.throwIfAborted()
  client.setQueryData<StoredDiscount>(discountKey(cartId), { discount, basis: discountBasis(lines) })
}

async function parseDiscount(text: string): Promise<CartDiscount> {
  return (await parserOf("cartDiscountSchema")()).parse(JSON.parse(decodeURIComponent(text)))
}

/** What a cart's discount depends on, as a text to compare. */
export const discountBasis = (lines: readonly CartItem[]): string =>
  lines.map(({ id, quantity }) => `${id}×${quantity}`).join(" ")

/** Reads the cart again after something other than a cart mutation has changed it. */
export const refreshCart = (client: QueryClient) => client.invalidateQueries({ queryKey: ["cart"] })

let confirmed: { cartId: string; lines: CartItem[] } | null = null

export function confirmCart(cartId: string, lines: CartItem[]): void {
  confirmed = { cartId, lines }
}

export function confirmedLines(cartId: string): CartItem[] | null {
  return confirmed?.cartId === cartId ? confirmed.lines : null
}
