import { cartIdSchema } from "@shop/contracts"
import { useSyncExternalStore } from "react"
import { randomAlphanumerics } from "../lib/random-id"

const STORAGE_KEY = "cart-id"
const RANDOM_LENGTH = 24

const listeners = new Set<() => void>()
/** Kept beside the browser's storage for those who have it switched off: the cart then lasts as long as the page. */
let inMemory: string | null = null

/** This browser's cart id, or null before its first use. */
export function readCartId(): string | null {
  const stored = cartIdSchema.safeParse(readStorage())
  return stored.success ? stored.data : inMemory
}

/** A new cart's id, not yet kept. */
export const createCartId = (): string => `cart_${randomAlphanumerics(RANDOM_LENGTH)}`

/** Keeps the id of the cart this browser owns from now on. */
export function saveCartId(cartId: string): void {
  storeCartId(cartId)
}

/** Lets go of the cart: an order has been made of it, and the next thing added begins a new one. */
export function forgetCartId(): void {
  storeCartId(null)
}

/** The cart id as state, shared between tabs: null before first use, undefined while a drawn page is not alive yet. */
export function useCartId(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(subscribeToCartId, readCartId, () => undefined)
}

/** @returns how to stop */
export function subscribeToCartId(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener("storage", listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener("storage", listener)
  }
}

function storeCartId(cartId: string | null): void {
  inMemory = cartId
  try {
    if (cartId) localStorage.setItem(STORAGE_KEY, cartId)
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage is switched off: memory has it.
  }
  for (const listener of listeners) listener()
}

function readStorage(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
