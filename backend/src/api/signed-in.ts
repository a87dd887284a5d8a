import type { MedusaRequest } from "@medusajs/framework/http"
import type { User } from "@shop/contracts"
import { readUser } from "../customers/profile"
import { ACCESS, type LiveSession } from "../modules/access"
import { Problem } from "../platform/http/problem"
import { secretIn, SESSION_COOKIE } from "./session-cookie"

/** The caller's session, or null. Without a cookie there is no database query. */
export async function findSession(request: MedusaRequest): Promise<LiveSession | null> {
  const secret = secretIn(request, SESSION_COOKIE)
  return secret === null ? null : request.scope.resolve(ACCESS).findSession(secret)
}

/** @throws Problem 401 if the caller is not signed in */
export async function requireSession(request: MedusaRequest): Promise<LiveSession> {
  const session = await findSession(request)
  if (session === null) throw signedOut()
  return session
}

/** The signed-in user. @throws Problem 401 without a signed-in user, or if the account was deleted */
export async function currentUser(request: MedusaRequest): Promise<{ user: User; session: LiveSession }> {
  const session = await requireSession(request)
  const user = await readUser(request.scope, session)
  if (user === null) throw signedOut()
  return { user, session }
}

const signedOut = () => new Problem(401, "signed_out", "Please sign in first.")
