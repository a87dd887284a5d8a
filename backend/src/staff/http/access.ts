import {
  authenticate,
  getAuthContextFromJwtToken,
  type MedusaRequest,
  type MedusaRequestHandler,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { environment } from "../../platform/config"
import { isSecondFactorRequired } from "../../platform/config/rules"
import { endSignIns, hasActiveCreator, signInState, staffToken, type StaffToken } from "../sign-ins"
import { beforeSuccess } from "../../platform/http/before-answer"
import { isWrite } from "../../platform/http/limits"

/** An error for staff and their programs, in the form that Medusa's error handler sends and the admin shows. */
export class StaffRejection extends Error {
  readonly expose = true
  readonly statusCode: number

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
    this.statusCode = status
  }
}

const signedOut = () => new StaffRejection(401, "Please sign in again.")

const apiKey = z.object({ actor_type: z.literal("api-key"), actor_id: z.string() })
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

/** What Medusa's own check has found out about the caller. Undefined where it does not ask. */
export function callerOf(request: object): unknown {
  return "auth_context" in request ? request.auth_context : undefined
}

const identitySchema = z.object({ auth_identity_id: z.string() })

/** The caller's sign-in in Medusa's auth module, also while their second factor is missing. */
export const authIdentityOf = (request: object): string | undefined =>
  identitySchema.safeParse(callerOf(request)).data?.auth_identity_id

/**
 * Medusa trusts a token until it expires. This lets a call of /admin through only if its member of staff, or the creator of
 * its API key, still exists and the sign-in has not ended.
 */
export async function requireActiveStaff(
  request: MedusaRequest,
  _response: unknown,
  next: (error?: unknown) => void,
): Promise<void> {
  const caller = callerOf(request)
  // Accepting an invitation: its own rules follow.
  if (caller === undefined) {
    next()
    return
  }
  const key = apiKey.safeParse(caller)
  if (key.success) {
    const isAboutAccess = ABOUT_ACCESS.test(request.path) && isWrite(request.method)
    if (!(await hasActiveCreator(request.scope, key.data.actor_id))) next(signedOut())
    else
      next(isAboutAccess ? new StaffRejection(403, "A member of staff decides who has access.") : undefined)
    return
  }
  const token = staffToken.safeParse(caller)
  const found = token.success ? await signInState(request.scope, token.data) : null
  if (found?.state !== "active") {
    dropSession(request)
    next(signedOut())
    return
  }
  const isMissing = isSecondFactorRequired(environment) && !found.hasSecondFactor
  next(isMissing && !OPEN_WITHOUT_SECOND_FACTOR.test(request.path) ? secondFactorMissing() : undefined)
}

/** An account or a key made with a key would have no member of staff who answers for it, and would outlive the key. A workflow makes both. */
const ABOUT_ACCESS = /^\/(api-keys|invites|users|workflows-executions)(\/|$)/i

const isSignedIn = authenticate("user", ["session", "bearer"])

/** For what is outside /admin and for staff only. Nothing else asks Medusa who a member of staff is. */
export const requireStaff: MedusaRequestHandler = (request, response, next) => {
  isSignedIn(request, response, (error?: unknown) => {
    if (error) next(error)
    else requireActiveStaff(request, response, next).catch(next)
  })
}

/** Medusa's sign-in page asks for this before there is a session. What is not named is off; staff get the list afterwards. */
export const hideFeatureFlags: MedusaRequestHandler = async (request, response, next) => {
  const session = staffToken.safeParse(sessionOf(request)?.["auth_context"])
  if (session.success && (await isUsable(request, session.data))) next()
  else response.json({ feature_flags: {} })
}

/** Medusa's hosting has another sign-in, which asks for no invitation. Its page asks whether it is on. */
export const closeCloud: MedusaRequestHandler = (request, response, next) => {
  if (request.method === "GET" && /^\/auth\/?$/.test(request.path)) response.json({ enabled: false })
  else next(new StaffRejection(404, NOTHING))
}

export const NOTHING = "There is nothing at this address."

/** What the profile page reads, where the second factor is set up. */
const OPEN_WITHOUT_SECOND_FACTOR = /^\/(users\/me(\/(second-factor|confirmation))?|feature-flags)\/?$/i
const secondFactorMissing = () =>
  new StaffRejection(403, "Please set up two-factor authentication first: Settings, Profile, Enable.")

/** Before Medusa reads the credentials of /auth: an ended token must buy no session, an ended session prevent no sign-in. */
export const dropEndedSignIns: MedusaRequestHandler = async (request, _response, next) => {
  const session = staffToken.safeParse(sessionOf(request)?.["auth_context"])
  if (session.success && !(await isUsable(request, session.data))) dropSession(request)
  const bearer = staffToken.safeParse(bearerOf(request))
  next(bearer.success && !(await isUsable(request, bearer.data)) ? signedOut() : undefined)
}

async function isUsable(request: MedusaRequest, token: StaffToken): Promise<boolean> {
  return (await signInState(request.scope, token)).state === "active"
}

/** What a token in the headers says, if it is one of this shop. */
export function bearerOf(request: MedusaRequest): unknown {
  const { http } = request.scope.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
  if (http.jwtSecret === undefined) return null
  return getAuthContextFromJwtToken(request.headers.authorization, http.jwtSecret, ["bearer"], ["*"])
}

function sessionOf(request: MedusaRequest): Record<string, unknown> | undefined {
  const session: unknown = request.session
  return isRecord(session) ? session : undefined
}

function dropSession(request: MedusaRequest): void {
  const session = sessionOf(request)
  if (session) delete session["auth_context"]
}

/** Setting up the second factor proves it: this session goes on, all others of this member of staff need a code. */
export const provesSecondFactor: MedusaRequestHandler = (request, response, next) => {
  beforeSuccess(response, next, () => {
    const context = sessionOf(request)?.["auth_context"]
    if (isRecord(context)) {
      context["mfa_enabled"] = true
      context["mfa_challenge_completed_at"] = new Date().toISOString()
    }
    return Promise.resolve()
  })
  next()
}

/** Signing out, and a new password, end all sign-ins of that member of staff, on every device. */
export const endsSignIns: MedusaRequestHandler = (request, response, next) => {
  beforeSuccess(response, next, async () => {
    const id = z.string().parse(authIdentityOf(request))
    if (id !== "") await endSignIns(request.scope, id)
  })
  next()
}
