import type { Agent } from "node:http"
import type { Auth } from "firebase-admin/auth"
import { z } from "@medusajs/framework/zod"
import { openFirebase } from "./open-firebase"
import type { Options } from "./options"
import { judge, type Verdict } from "./verdict"

export type VerifyToken = (idToken: string) => Promise<Verdict>

interface Outside {
  /** How Google is reached; a test leads it elsewhere. */
  httpAgent?: Agent
  /** Milliseconds since 1970. */
  clock?: () => number
  onError?: (error: unknown) => void
}

/** Firebase's codes for an invalid token; every other error means that Google could not be asked. */
const REFUSALS = new Set([
  "auth/argument-error",
  "auth/id-token-expired",
  "auth/id-token-revoked",
  "auth/user-disabled",
  "auth/user-not-found",
])
/** Firebase calls keys that it could not fetch an `argument-error` too; only its words tell. */
const NO_KEYS = /error fetching public keys|error while making request|network|timed? ?out/i

const coded = z.object({ code: z.string(), message: z.string() })

/**
 * Verifies ID tokens with Firebase's own library: signature, issuer, audience and expiry there; verified e-mail and
 * recent sign-in here. The library is loaded with the first token: many processes never see one.
 */
export function tokenVerifier(options: Options, { httpAgent, clock = Date.now, onError }: Outside = {}) {
  let auth: Promise<Auth> | undefined
  const verify: VerifyToken = async (idToken) => {
    if (options.projectId === undefined) return { ok: false, because: "off" }
    try {
      auth ??= openFirebase(options, options.projectId, httpAgent)
      const claims = await (await auth).verifyIdToken(idToken, options.credentialsFile !== undefined)
      return judge(claims, Math.floor(clock() / 1000))
    } catch (error) {
      if (isRefusal(error)) return { ok: false, because: "refused" }
      onError?.(error)
      return { ok: false, because: "unavailable" }
    }
  }
  return verify
}

function isRefusal(error: unknown): boolean {
  const known = coded.safeParse(error)
  return known.success && REFUSALS.has(known.data.code) && !NO_KEYS.test(known.data.message)
}
