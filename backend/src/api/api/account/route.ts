import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { editProfileSchema, type Account } from "@shop/contracts"
import { countClaimableOrders } from "../../../workflows/account/claimable-orders"
import { deleteAccount } from "../../../workflows/account/delete-account"
import { editProfile } from "../../../workflows/account/edit-profile"
import { parse } from "../../../http/parse"
import { Problem } from "../../../http/problem"
import { clearSessionCookie } from "../../session-cookie"
import { currentUser } from "./current-user"

/** Deleting an account wants a sign-in no older than this, in milliseconds. */
const RECENT_MS = 10 * 60 * 1000

/** The signed-in user, and what they may claim. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  res.setHeader("Cache-Control", "no-store")
  res.json(await accountOf(req))
}

/** Changes name and telephone. */
export async function PATCH(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { user } = await currentUser(req)
  await editProfile(req.scope, user.id, parse(editProfileSchema, req.body))
  res.setHeader("Cache-Control", "no-store")
  res.json(await accountOf(req))
}

/** Deletes the account; a browser left open somewhere must not be enough for that. */
export async function DELETE(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { user, session } = await currentUser(req)
  if (Date.now() - session.authenticatedAt.getTime() > RECENT_MS) {
    throw new Problem(
      403,
      "sign_in_again",
      "Please sign in with Google once more, and then delete your account within ten minutes.",
    )
  }
  await deleteAccount(req.scope, user)
  clearSessionCookie(res)
  res.status(204).end()
}

async function accountOf(req: MedusaRequest): Promise<Account> {
  const { user } = await currentUser(req)
  return { ...user, claimableOrders: await countClaimableOrders(req.scope, user.email) }
}
