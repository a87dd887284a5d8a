import type { MedusaRequest } from "@medusajs/framework/http"
import { accountSchema, editProfileSchema, type Account } from "@shop/contracts"
import { Problem } from "../../../platform/http/problem"
import { defineRoute } from "../../../platform/http/routes"
import { countClaimableOrders } from "../../../customers/claim-orders"
import { deleteAccountWorkflow } from "../../../workflows/delete-account"
import { editProfile } from "../../../customers/profile"
import { clearSessionCookie } from "../../session-cookie"
import { currentUser } from "../../signed-in"

/** Deleting an account requires a sign-in within this many milliseconds. A session left open on a shared computer is not enough. */
const RECENT_MS = 10 * 60 * 1000

export const GET = defineRoute(
  {
    method: "get",
    path: "/api/account",
    summary: "The signed-in user",
    answer: accountSchema,
    rejections: [401],
  },
  (req) => accountOf(req),
)

export const PATCH = defineRoute(
  {
    method: "patch",
    path: "/api/account",
    summary: "Change name and telephone",
    body: editProfileSchema,
    answer: accountSchema,
    rejections: [401],
  },
  async (req, _res, readBody) => {
    const { user } = await currentUser(req)
    await editProfile(req.scope, user.id, readBody())
    return accountOf(req)
  },
)

export const DELETE = defineRoute(
  {
    method: "delete",
    path: "/api/account",
    summary: "Delete the account after a recent sign-in and anonymise its orders",
    status: 204,
    rejections: [401, 403],
  },
  async (req, res) => {
    const { user, session } = await currentUser(req)
    if (Date.now() - session.authenticatedAt.getTime() > RECENT_MS) {
      throw new Problem(
        403,
        "sign_in_again",
        "Please sign in with Google once more, and then delete your account within ten minutes.",
      )
    }
    await deleteAccountWorkflow(req.scope).run({ input: { customerId: user.id } })
    clearSessionCookie(res)
  },
)

async function accountOf(req: MedusaRequest): Promise<Account> {
  const { user } = await currentUser(req)
  return { ...user, claimableOrders: await countClaimableOrders(req.scope, user.email) }
}
