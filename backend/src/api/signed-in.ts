import type { MedusaRequest } from "@medusajs/framework/http"
import { ACCESS, type LiveSession } from "../modules/access"
import { Problem } from "../http/problem"
import { secretIn, SESSION_COOKIE } from "./session-cookie"

/** The session of whoever asks; null when nobody is signed in. Without a cookie nothing is looked up. */
export async function findSession(request: MedusaRequest): Promise<LiveSession | null> {
  const secret = secretIn(request, SESSION_COOKIE)
  return secret === null ? null : request.scope.resolve(ACCESS).findSession(secret)
}

/** @throws Problem 401 when nobody is signed in */
export async function requireSession(request: MedusaRequest): Promise<LiveSession> {
  const session = await findSession(request)
  if (session === null) throw signedOut()
  return session
}

/** The same answer to everybody whose call needs a session. */
export function signedOut(): Problem {
  return new Problem(401, "signed_out", "Please sign in first.")
}
