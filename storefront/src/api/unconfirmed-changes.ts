import type { CartChange } from "./cart-changes"

const STORAGE_KEY = "unconfirmed-cart-changes"

/** A change that a page had shown and the shop had not answered when the page went away. */
interface KeptChange extends CartChange {
  /** The page that made it. */
  page: string
  cartId: string
}

/** Keeps a page's unconfirmed changes in place of those that it kept before. */
export function keepUnconfirmed(page: string, cartId: string | null, changes: readonly CartChange[]): void {
  const others = read().filter((kept) => kept.page !== page)
  write(cartId === null ? others : [...others, ...changes.map((change) => ({ ...change, page, cartId }))])
}

/**
 * Takes what all pages kept, in its order. Without its cart an addition goes to the present one, and nothing else has a
 * meaning.
 */
export function takeUnconfirmed(presentCartId: string | null): CartChange[] {
  const taken = read()
  write([])
  return taken.filter(({ cartId, key }) => key || cartId === presentCartId)
}

function read(): KeptChange[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]")
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return [] // Storage is switched off, and the cart's id ends with the page as well.
  }
}

function write(kept: readonly KeptChange[]): void {
  try {
    if (kept.length > 0) localStorage.setItem(STORAGE_KEY, JSON.stringify(kept))
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // The same.
  }
}

/** Checked by hand, because a page that goes away cannot wait for a parser. The shop checks the values. */
const isKept = (kept: unknown): kept is KeptChange => isCartChange(kept) && "page" in kept && "cartId" in kept

export const isCartChange = (change: unknown): change is CartChange =>
  typeof change === "object" && change !== null && "method" in change && "path" in change
