import type { MedusaRequest } from "@medusajs/framework/http"
import { sessionSchema, signInSchema, type Session } from "@shop/contracts"
import { defineRoute } from "../../../platform/http/routes"
import { ACCESS } from "../../../modules/access"
import { readUser } from "../../../customers/profile"
import { signIn, type SignedIn } from "../../../customers/sign-in"
import { Problem } from "../../../platform/http/problem"
import { clearSessionCookie, secretIn, SESSION_COOKIE, setSessionCookie } from "../../session-cookie"

type Reason = Extract<SignedIn, { ok: false }>["reason"]

const AGAIN = "Please sign in with Google again."

const SIGN_IN_PROBLEMS: Record<Reason, Problem> = {
  off: new Problem(
    503,
    "sign_in_off",
    "Signing in is not set up in this shop. You can order without an account.",
  ),
  unavailable: new Problem(
    503,
    "sign_in_unavailable",
    "Google cannot be reached at the moment, so signing in is not possible. You can order without an account.",
  ),
  refused: new Problem(401, "sign_in_refused", `Google's word on who you are was not valid. ${AGAIN}`),
  stale: new Problem(401, "sign_in_refused", `That sign-in is too long ago. ${AGAIN}`),
  unverified_email: new Problem(
    401,
    "sign_in_refused",
    "Google has not verified your email address yet. Please do that there, and sign in again.",
  ),
  account_exists: new Problem(
    409,
    "account_exists",
    "There is an account with this email address already, which belongs to another sign-in. Please contact us.",
  ),
}

export const POST = defineRoute(
  {
    method: "post",
    path: "/api/session",
    summary: "Sign in with a Firebase ID token; sets the session cookie",
    body: signInSchema,
    answer: sessionSchema,
    rejections: [401, 409, 503],
    rateLimit: "sign-in",
  },
  async (req, res, readBody) => {
    const { idToken } = readBody()
    const signedIn = await signIn(req.scope, idToken)
    if (!signedIn.ok) throw SIGN_IN_PROBLEMS[signedIn.reason]
    await endSession(req)
    setSessionCookie(res, signedIn.secret)
    return sessionOf(req, signedIn.secret)
  },
)

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/session",
    summary: "The signed-in user, or null",
    answer: sessionSchema,
  },
  async (req, res) => {
    const secret = secretIn(req, SESSION_COOKIE)
    const session = secret === null ? { user: null } : await sessionOf(req, secret)
    if (secret !== null && session.user === null) clearSessionCookie(res)
    return session
  },
)

export const DELETE = defineRoute(
  { method: "delete", path: "/api/session", summary: "Sign out", status: 204, rateLimit: "sign-in" },
  async (req, res) => {
    await endSession(req)
    clearSessionCookie(res)
  },
)

async function sessionOf(req: MedusaRequest, secret: string): Promise<Session> {
  const session = await req.scope.resolve(ACCESS).findSession(secret)
  return { user: session && (await readUser(req.scope, session)) }
}

async function endSession(req: MedusaRequest): Promise<void> {
  const secret = secretIn(req, SESSION_COOKIE)
  if (secret !== null) await req.scope.resolve(ACCESS).closeSession(secret)
}
