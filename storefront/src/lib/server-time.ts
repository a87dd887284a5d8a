/**
 * How far the server's clock is ahead of this one, in ms, by the Date header of its answer; null where there is none.
 * The header is cut to the second, so half a second is added; the answer was made halfway between asking and hearing.
 */
export function clockOffset(dateHeader: string | null, askedAt: number, heardAt: number): number | null {
  const serverTime = Date.parse(dateHeader ?? "")
  if (Number.isNaN(serverTime)) return null
  return serverTime + 500 - (askedAt + heardAt) / 2
}
