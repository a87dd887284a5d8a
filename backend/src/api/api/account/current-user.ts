import type { MedusaRequest } from "@medusajs/framework/http"
import type { User } from "@shop/contracts"
import type { LiveSession } from "../../../modules/access"
import { readUser } from "../../../customers/profile"
import { requireSession, signedOut } from "../../signed-in"

/** The signed-in user. @throws Problem 401 without a signed-in user, or if the account was deleted */
export async function currentUser(request: MedusaRequest): Promise<{ user: User; session: LiveSession }> {
  const session = await requireSession(request)
  const user = await readUser(request.scope, session)
  if (user === null) throw signedOut()
  return { user, session }
}
