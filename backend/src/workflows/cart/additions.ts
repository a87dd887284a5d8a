/** Under this key a cart remembers the additions that were made to it, by their idempotency keys. */
const KEY = "additions"

/** More than one shopper's clicks can be on their way at once. */
const MOST = 20

/** What a cart remembers once another addition has been made to it: the last ones are enough. */
export function withAddition(
  known: readonly string[],
  key: string | undefined,
): { metadata?: { [KEY]: string[] } } {
  return key === undefined ? {} : { metadata: { [KEY]: [...known, key].slice(-MOST) } }
}

/** A cart's metadata without what only the cart needs, as its order takes it over; null when nothing else was in it. */
export function withoutAdditions(
  metadata: Record<string, unknown> | null | undefined,
): Record<string, unknown> | null {
  const { [KEY]: _additions, ...rest } = metadata ?? {}
  return Object.keys(rest).length > 0 ? rest : null
}
