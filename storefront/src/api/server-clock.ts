let offsetMs = 0

/** Learns from an answer how wrong this device's clock is. Only answers that no cache can have kept may be given. */
export function updateServerClock(response: Response, askedAt: number): void {
  offsetMs = clockOffset(response.headers.get("date"), askedAt, Date.now()) ?? offsetMs
}

/** Now by the shop's clock, in ms: what is left of a quote is the shop's to say, and phones are minutes off. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/**
 * How far the server's clock is ahead of this one, in ms, by the Date header of its answer; null where there is none.
 * The header is cut to the second, so half a second is added; the answer was made halfway between asking and hearing.
 */
export function clockOffset(dateHeader: string | null, askedAt: number, heardAt: number): number | null {
  const serverTime = Date.parse(dateHeader ?? "")
  if (Number.isNaN(serverTime)) return null
  return serverTime + 500 - (askedAt + heardAt) / 2
}
