let offsetMs = 0

/** Measures this device's clock error from a response. The response must not come from a cache. */
export function updateServerClock(response: Response, askedAt: number): void {
  offsetMs = clockOffset(response.headers.get("date"), askedAt, Date.now()) ?? offsetMs
}

/** The shop's time, in ms. Phones can be minutes off, and the shop decides when a quote ends. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** Server minus device, in ms; null without a Date header. That is cut to the second, so half a second is added. */
export function clockOffset(dateHeader: string | null, askedAt: number, heardAt: number): number | null {
  const serverTime = Date.parse(dateHeader ?? "")
  if (Number.isNaN(serverTime)) return null
  return serverTime + 500 - (askedAt + heardAt) / 2
}
