import type { CartItem } from "@shop/contracts"
import { withQuantity } from "../lib/cart-lines"

/** How long the shop is not troubled with a quantity that is still being changed, in ms. */
const DEBOUNCE_MS = 300

interface PendingQuantity {
  quantity: number
  timer: ReturnType<typeof setTimeout>
  grant: () => void
}

/** Quantities the shopper has asked for and the shop has not been told yet, by line. */
const pendingQuantities = new Map<string, PendingQuantity>()
const listeners = new Set<() => void>()

/** Takes down a wish in place of the one before, and has it granted when no other follows for a moment. */
export function setPendingQuantity(
  lineId: string,
  quantity: number,
  grant: (quantity: number) => void,
): void {
  clearTimeout(pendingQuantities.get(lineId)?.timer)
  const sendNow = () => {
    clearPendingQuantity(lineId)
    grant(quantity)
  }
  pendingQuantities.set(lineId, { quantity, timer: setTimeout(sendNow, DEBOUNCE_MS), grant: sendNow })
  notifyListeners()
}

/** Forgets the wish for a line: it is granted, or the line has gone. */
export function clearPendingQuantity(lineId: string): void {
  clearTimeout(pendingQuantities.get(lineId)?.timer)
  pendingQuantities.delete(lineId)
  notifyListeners()
}

/** Has every wish granted now. */
export function flushPendingQuantities(): void {
  for (const { grant } of [...pendingQuantities.values()]) grant()
}

/** The shop's lines as the shopper wants to have them. */
export function applyPendingQuantities(lines: CartItem[]): CartItem[] {
  return [...pendingQuantities].reduce(
    (all, [lineId, { quantity }]) => withQuantity(all, lineId, quantity),
    lines,
  )
}

export const hasPendingQuantities = (): boolean => pendingQuantities.size > 0

/** Calls back when a wish comes or goes. @returns how to stop */
export function subscribeToPendingQuantities(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}
