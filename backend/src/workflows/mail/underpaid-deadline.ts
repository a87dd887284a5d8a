/** As `graceMs` of the Bitcoin module's policy, which is behind its front door; the spec holds the two together. */
const GRACE_MS = 15 * 60 * 1000

/** Until when the rest of a payment counts as in time: the quote's end and one grace after it. Both ISO 8601. */
export function underpaidDeadline(expiresAt: string): string {
  return new Date(Date.parse(expiresAt) + GRACE_MS).toISOString()
}
