import { createHmac, timingSafeEqual } from "node:crypto"

/** Long enough to set up an authenticator app. */
export const CONFIRMATION_MS = 10 * 60_000

/** A cookie beside the session: a stolen session alone does not contain it. `until`: milliseconds since 1970. */
export function confirmationOf(authIdentityId: string, until: number, key: string): string {
  const mac = createHmac("sha256", key).update(`confirmed ${authIdentityId} ${String(until)}`)
  return `${String(until)}.${mac.digest("base64url")}`
}

export function isConfirmed(value: string, authIdentityId: string, now: number, key: string): boolean {
  const until = Number(value.split(".")[0])
  const expected = Buffer.from(confirmationOf(authIdentityId, until, key))
  const given = Buffer.from(value)
  return until > now && given.length === expected.length && timingSafeEqual(given, expected)
}
