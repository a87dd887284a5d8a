import { CART_HEADER, type CartItem } from "@shop/contracts"
import { noop } from "@tanstack/react-query"
import { request } from "./request"

const STORAGE_KEY = "unconfirmed-quantities"

export interface QuantityChange {
  lineId: string
  quantity: number
}

/** Checked by hand, because a page that goes away cannot wait for a parser. The shop checks the values. */
const isQuantityChange = (change: unknown): change is QuantityChange =>
  typeof change === "object" &&
  change !== null &&
  "lineId" in change &&
  typeof change.lineId === "string" &&
  "quantity" in change &&
  typeof change.quantity === "number"

/** Sets the quantity of one line. Sending it twice is safe: it states the result, not the difference. */
export const sendQuantity = (cartId: string, { lineId, quantity }: QuantityChange): Promise<CartItem[]> =>
  request(`/api/cart/${lineId}`, ({ cartSchema }) => cartSchema, {
    method: "PATCH",
    body: { quantity },
    headers: { [CART_HEADER]: cartId },
    keepalive: true,
  })

/** Keeps what the shop has not confirmed as the page goes away, of these cart changes of any kind. */
export function keepUnconfirmed(changes: readonly unknown[]): void {
  const kept = changes.filter(isQuantityChange)
  if (kept.length === 0) return
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(kept))
  } catch {
    // Storage is switched off: the requests that outlive the page remain.
  }
}

/** Sends again what the last page kept, so that a cart read afterwards contains it. A refusal shows in that cart. */
export async function repeatUnconfirmed(cartId: string): Promise<void> {
  for (const change of takeUnconfirmed()) await sendQuantity(cartId, change).catch(noop)
}

function takeUnconfirmed(): QuantityChange[] {
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY)
    if (stored === null) return []
    sessionStorage.removeItem(STORAGE_KEY)
    const changes: unknown = JSON.parse(stored)
    return Array.isArray(changes) ? changes.filter(isQuantityChange) : []
  } catch {
    return []
  }
}
