import { type AddToCart, type FollowedOrder, IDEMPOTENCY_HEADER } from "@shop/contracts"
import { mutationOptions, type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query"
import { useRef } from "react"
import { randomAlphanumerics } from "../lib/random-id"
import { problemOf } from "./api-error"
import { createCartId, forgetCartId, readCartId, refreshCart, saveCartId } from "./cart-state"
import { request } from "./request"

/** The shop's codes for products that are gone or sold out. */
const UNAVAILABLE_CODES: readonly string[] = ["unknown_product", "out_of_stock"]

type Item = Pick<FollowedOrder["items"][number], "id" | "name" | "productId" | "variantId" | "quantity">

/**
 * Adds an order's items to the cart again, one after the other. Unavailable ones are skipped. After a failure it may be called
 * again: the shop recognises what it has added already.
 * @param keys the key of each item's addition, kept until all are added
 * @returns the names of the skipped items
 */
export const buyAgain = (client: QueryClient, keys: Map<string, string>) =>
  mutationOptions({
    mutationKey: ["cart", "buy-again"],
    scope: { id: "cart" },
    mutationFn: async (items: readonly Item[]): Promise<string[]> => {
      const missing: string[] = []
      for (const { id, name, productId, variantId, quantity } of items) {
        const key = keys.get(id) ?? randomAlphanumerics(24)
        keys.set(id, key)
        const isAdded =
          productId !== null &&
          (await tryToAdd({ productId, quantity, ...(typeof variantId === "string" && { variantId }) }, key))
        if (!isAdded) missing.push(name)
      }
      return missing
    },
    onSuccess: () => keys.clear(),
    onSettled: () => refreshCart(client),
  })

/** Adds an order's items to the cart again. */
export function useBuyAgain() {
  const keys = useRef(new Map<string, string>())
  return useMutation(buyAgain(useQueryClient(), keys.current))
}

function getOrCreateCartId(): string {
  const kept = readCartId()
  if (kept) return kept
  const made = createCartId()
  saveCartId(made)
  return made
}

/** @returns false when the item is sold out or gone. Any other failure is thrown. */
async function tryToAdd(item: Omit<AddToCart, "cartId">, key: string): Promise<boolean> {
  const add = () =>
    request("/api/cart", ({ cartSchema }) => cartSchema, {
      method: "POST",
      body: { cartId: getOrCreateCartId(), ...item } satisfies AddToCart,
      headers: { [IDEMPOTENCY_HEADER]: key },
    })
  try {
    await add().catch((error: unknown) => {
      if (problemOf(error)?.code !== "cart_completed") throw error
      // The browser's cart has become an order. A new one begins.
      forgetCartId()
      return add()
    })
    return true
  } catch (error) {
    if (UNAVAILABLE_CODES.includes(problemOf(error)?.code ?? "")) return false
    throw error
  }
}
