import { CART_HEADER, type CartItem, cartSchema, quantitySchema } from "@shop/contracts"
import { noop } from "@tanstack/react-query"
import * as z from "zod/mini"
import { request } from "./request"

const STORAGE_KEY = "unconfirmed-quantities"

const changeSchema = z.object({ lineId: z.string(), quantity: quantitySchema })
export type QuantityChange = z.infer<typeof changeSchema>

/** Sets the quantity of one line. Sending it twice is safe: it states the result, not the difference. */
export const sendQuantity = (cartId: string, { lineId, quantity }: QuantityChange): Promise<CartItem[]> =>
  request(`/api/cart/${lineId}`, cartSchema, {
    method: "PATCH",
    body: { quantity },
    headers: { [CART_HEADER]: cartId },
    keepalive: true,
  })

/** Keeps what the shop has not confirmed as the page goes away, of these cart changes of any kind. */
export function keepUnconfirmed(changes: readonly unknown[]): void {
  const kept = changes.flatMap((change) => changeSchema.safeParse(change).data ?? [])
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
    return z.array(changeSchema).parse(JSON.parse(stored))
  } catch {
    return []
  }
}
