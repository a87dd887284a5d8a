import { clockOffset } from "../lib/server-time"

let offsetMs = 0

/** Learns from an answer how wrong this device's clock is. Only answers that no cache can have kept may be given. */
export function updateServerClock(response: Response, askedAt: number): void {
  offsetMs = clockOffset(response.headers.get("date"), askedAt, Date.now()) ?? offsetMs
}

/** Now by the shop's clock, in ms: what is left of a quote is the shop's to say, and phones are minutes off. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
