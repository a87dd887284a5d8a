import type { CartItem } from "@shop/contracts"
import { createListeners } from "../lib/listeners"
import { withQuantity } from "../lib/cart-lines"

/** A quantity is sent after this pause between presses, in ms. */
const DEBOUNCE_MS = 300

interface PendingQuantity {
  quantity: number
  timer: ReturnType<typeof setTimeout>
  send: () => void
}

/** Quantities that the shopper chose and the shop does not know yet, by line. */
const pendingQuantities = new Map<string, PendingQuantity>()
const listeners = createListeners()

/** Stores a quantity in place of the previous one, and sends it when no other follows within the pause. */
export function setPendingQuantity(lineId: string, quantity: number, send: (quantity: number) => void): void {
  clearTimeout(pendingQuantities.get(lineId)?.timer)
  const sendNow = () => {
    clearPendingQuantity(lineId)
    send(quantity)
  }
  pendingQuantities.set(lineId, { quantity, timer: setTimeout(sendNow, DEBOUNCE_MS), send: sendNow })
  listeners.notify()
}

/** Removes a line's pending quantity, because it was sent or the line is gone. */
export function clearPendingQuantity(lineId: string): void {
  clearTimeout(pendingQuantities.get(lineId)?.timer)
  pendingQuantities.delete(lineId)
  listeners.notify()
}

export function flushPendingQuantities(): void {
  for (const { send } of [...pendingQuantities.values()]) send()
}

export function applyPendingQuantities(lines: CartItem[]): CartItem[] {
  return [...pendingQuantities].reduce(
    (all, [lineId, { quantity }]) => withQuantity(all, lineId, quantity),
    lines,
  )
}

export const hasPendingQuantities = (): boolean => pendingQuantities.size > 0

export const subscribeToPendingQuantities = listeners.subscribe
