import type { MedusaRequest } from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { accountSchema, editProfileSchema, type Account } from "@shop/contracts"
import { reasonOf } from "../../../platform/config/reason"
import { Problem } from "../../../platform/http/problem"
import { defineRoute } from "../../../platform/http/routes"
import { countClaimableOrders } from "../../../customers/claim-orders"
import { isGoogleUnavailable } from "../../../modules/firebase-auth"
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
    rejections: [401, 403, 503],
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
    try {
      await deleteAccountWorkflow(req.scope).run({ input: { customerId: user.id } })
    } catch (error) {
      if (!isGoogleUnavailable(error)) throw error
      // Google's record goes first: the shop has deleted nothing yet.
      req.scope.resolve(ContainerRegistrationKeys.LOGGER).error(reasonOf(error))
      throw new Problem(
        503,
        "google_unavailable",
        "Google cannot be reached at the moment, which has to delete your sign-in first. Please try again in a few minutes.",
      )
    }
    clearSessionCookie(res)
  },
)

async function accountOf(req: MedusaRequest): Promise<Account> {
  const { user } = await currentUser(req)
  return { ...user, claimableOrders: await countClaimableOrders(req.scope, user.email) }
}
