import type { Agent } from "node:http"
import type { Auth } from "firebase-admin/auth"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { Options } from "./options"
import { judge, type Verdict } from "./verdict"

export type VerifyToken = (idToken: string) => Promise<Verdict>

interface Outside {
  /** How Google is reached; a test leads it elsewhere. */
  httpAgent?: Agent
  /** Milliseconds since 1970. */
  clock?: () => number
  onTrouble?: (error: unknown) => void
}

/** Firebase's own words for a token that is no good, whoever sent it; all else is trouble on the way to Google. */
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

let opened = 0

/**
 * Verifies ID tokens with Firebase's own library: signature, issuer, audience and expiry there; verified e-mail and
 * recent sign-in here. The library is loaded with the first token (22 MB, 0.1 s of CPU): many processes never see one.
 */
export function tokenVerifier(options: Options, { httpAgent, clock = Date.now, onTrouble }: Outside = {}) {
  let auth: Promise<Auth> | undefined
  const verify: VerifyToken = async (idToken) => {
    if (options.projectId === undefined) return { ok: false, because: "off" }
    try {
      auth ??= open(options, options.projectId, httpAgent)
      const claims = await (await auth).verifyIdToken(idToken, options.credentialsFile !== undefined)
      return judge(claims, Math.floor(clock() / 1000))
    } catch (error) {
      if (isRefusal(error)) return { ok: false, because: "refused" }
      onTrouble?.(error)
      return { ok: false, because: "unavailable" }
    }
  }
  return verify
}

async function open(options: Options, projectId: string, httpAgent: Agent | undefined): Promise<Auth> {
  // The library reads its own environment variable; were it set behind our back, unsigned tokens would pass.
  if ((process.env["FIREBASE_AUTH_EMULATOR_HOST"] || undefined) !== options.emulatorHost) {
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      "FIREBASE_AUTH_EMULATOR_HOST is not what this shop was configured with.",
    )
  }
  const [{ cert, initializeApp }, { getAuth }] = await Promise.all([
    import("firebase-admin/app"),
    import("firebase-admin/auth"),
  ])
  const credential = options.credentialsFile === undefined ? undefined : cert(options.credentialsFile)
  const app = initializeApp(
    { projectId, ...(credential && { credential }), ...(httpAgent && { httpAgent }) },
    `shop-${++opened}`,
  )
  return getAuth(app)
}

function isRefusal(error: unknown): boolean {
  const known = coded.safeParse(error)
  return known.success && REFUSALS.has(known.data.code) && !NO_KEYS.test(known.data.message)
}
