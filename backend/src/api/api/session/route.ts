import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sessionSchema, signInSchema, type Session } from "@shop/contracts"
import { defineRoute } from "../../../platform/http/routes"
import { ACCESS } from "../../../modules/access"
import { readUser } from "../../../customers/profile"
import { signIn } from "../../../customers/sign-in"
import { clearSessionCookie, secretIn, SESSION_COOKIE, setSessionCookie } from "../../session-cookie"
import { SIGN_IN_PROBLEMS } from "./rejections"

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
    answer(res, await sessionOf(req, signedIn.secret))
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
    answer(res, session)
  },
)

export const DELETE = defineRoute(
  { method: "delete", path: "/api/session", summary: "Sign out", status: 204, rateLimit: "sign-in" },
  async (req, res) => {
    await endSession(req)
    clearSessionCookie(res)
    res.status(204).end()
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

function answer(res: MedusaResponse, session: Session): void {
  res.setHeader("Cache-Control", "no-store")
  res.json(session)
}
