import { z } from "@medusajs/framework/zod"
import { webAddressSchema } from "@shop/contracts"

/** Why a token opens nothing. `unavailable` says nothing about the token: Google could not be asked. */
export const REASONS = ["off", "refused", "stale", "unverified_email", "unavailable"] as const
export type Reason = (typeof REASONS)[number]

export interface GoogleUser {
  uid: string
  /** Verified by Google, in lower case. */
  email: string
  name: string | null
  photo: string | null
  /** When they proved who they are, in seconds since 1970. */
  authenticatedAt: number
}

export type Verdict = { ok: true; user: GoogleUser } | { ok: false; because: Reason }

/** How long ago a user may have signed in to Google to open a session here, in seconds; as Firebase advises. */
const RECENT_SECONDS = 5 * 60
/** Google's clock and ours need not agree to the second. */
const LEEWAY_SECONDS = 30

const claimsSchema = z.object({
  uid: z.string().min(1).max(128),
  email: z.email().max(254),
  email_verified: z.boolean(),
  auth_time: z.number().int(),
  // A Firebase project may have other methods enabled, such as a password that proves no control of the address.
  firebase: z.object({ sign_in_provider: z.literal("google.com") }),
  name: z.string().trim().max(200).nullish(),
  // What the session could not state would end every answer about it.
  picture: z.string().startsWith("https:").max(2000).pipe(webAddressSchema).nullish().catch(null),
})

/** For claims of a token with a good signature. `now`: seconds since 1970. */
export function judge(claims: unknown, now: number): Verdict {
  const parsed = claimsSchema.safeParse(claims)
  if (!parsed.success) return { ok: false, because: "refused" }
  const { uid, email, email_verified: isVerified, auth_time: authenticatedAt, name, picture } = parsed.data
  if (!isVerified) return { ok: false, because: "unverified_email" }
  if (authenticatedAt > now + LEEWAY_SECONDS) return { ok: false, because: "refused" }
  if (authenticatedAt < now - RECENT_SECONDS) return { ok: false, because: "stale" }
  const user = {
    uid,
    email: email.toLowerCase(),
    name: name || null,
    photo: picture ?? null,
    authenticatedAt,
  }
  return { ok: true, user }
}
