import type { CartItem } from "@shop/contracts"
import { withQuantity } from "../lib/cart-lines"

/** How long the shop is not troubled with a quantity that is still being changed, in ms. */
const QUIET_MS = 300

interface Wish {
  quantity: number
  timer: ReturnType<typeof setTimeout>
  grant: () => void
}

/** Quantities the shopper has asked for and the shop has not been told yet, by line. */
const wishes = new Map<string, Wish>()
const listeners = new Set<() => void>()

/** Takes down a wish in place of the one before, and has it granted when no other follows for a moment. */
export function wish(lineId: string, quantity: number, grant: (quantity: number) => void): void {
  clearTimeout(wishes.get(lineId)?.timer)
  const grantNow = () => {
    dropWish(lineId)
    grant(quantity)
  }
  wishes.set(lineId, { quantity, timer: setTimeout(grantNow, QUIET_MS), grant: grantNow })
  tell()
}

/** Forgets the wish for a line: it is granted, or the line has gone. */
export function dropWish(lineId: string): void {
  clearTimeout(wishes.get(lineId)?.timer)
  wishes.delete(lineId)
  tell()
}

/** Has every wish granted now. */
export function grantWishes(): void {
  for (const { grant } of [...wishes.values()]) grant()
}

/** The shop's lines as the shopper wants to have them. */
export function wishedFor(lines: CartItem[]): CartItem[] {
  return [...wishes].reduce((all, [lineId, { quantity }]) => withQuantity(all, lineId, quantity), lines)
}

export const hasWishes = (): boolean => wishes.size > 0

/** Calls back when a wish comes or goes. @returns how to stop */
export function subscribeToWishes(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
