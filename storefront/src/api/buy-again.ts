import type { AddToCart, FollowedOrder } from "@shop/contracts"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { problemOf } from "./api-error"
import { createCartId, readCartId, refreshCart, saveCartId } from "./cart-state"
import { request } from "./request"

/** The shop's codes for products that are gone or sold out. */
const UNAVAILABLE_CODES: readonly string[] = ["unknown_product", "out_of_stock"]

type Item = Pick<FollowedOrder["items"][number], "name" | "productId" | "variantId" | "quantity">

/**
 * Adds an order's items to the cart again, one after the other. Unavailable ones are skipped.
 * @returns the names of the skipped items
 */
export function useBuyAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ["cart", "buy-again"],
    scope: { id: "cart" },
    mutationFn: async (items: readonly Item[]): Promise<string[]> => {
      const cartId = getOrCreateCartId()
      const missing: string[] = []
      for (const { name, productId, variantId, quantity } of items) {
        const isAdded =
          productId !== null &&
          (await tryToAdd({
            cartId,
            productId,
            quantity,
            ...(typeof variantId === "string" && { variantId }),
          }))
        if (!isAdded) missing.push(name)
      }
      return missing
    },
    onSettled: () => refreshCart(client),
  })
}

function getOrCreateCartId(): string {
  const kept = readCartId()
  if (kept) return kept
  const made = createCartId()
  saveCartId(made)
  return made
}

/** @returns false when the item is sold out or gone. Any other failure is thrown. */
async function tryToAdd(body: AddToCart): Promise<boolean> {
  try {
    await request("/api/cart", ({ cartSchema }) => cartSchema, { method: "POST", body })
    return true
  } catch (error) {
    if (UNAVAILABLE_CODES.includes(problemOf(error)?.code ?? "")) return false
    throw error
  }
}
