import type { MedusaRequest, MedusaResponse, MedusaRequestHandler } from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { environment } from "../../platform/config"
import { CONFIRMATION_MS, confirmationOf, isConfirmed } from "../confirmation"
import { beforeSuccess } from "../../platform/http/before-answer"
import { cookieOf } from "../../platform/http/parse"
import { authIdentityOf, isRecord } from "./access"
import { staffCookie } from "./devices"

/** Keeps a thief of a session in after it has ended. A workflow does anything; a link to a new password opens an account. */
export const LASTING_ACCESS = [
  "/auth/mfa/factors",
  "/auth/mfa/recovery-codes",
  "/admin/api-keys",
  "/admin/invites",
  "/admin/invites/:id/resend",
  "/admin/users/:id/reset-password",
  "/admin/workflows-executions/:workflow_id/run",
  "/admin/workflows-executions/:workflow_id/steps/success",
  "/admin/workflows-executions/:workflow_id/steps/failure",
]

const COOKIE = "staff_confirmation"
const COOKIE_PATHS = ["/auth/mfa", "/admin"]

export function rememberConfirmation(response: MedusaResponse, authIdentityId: string): void {
  const until = Date.now() + CONFIRMATION_MS
  const value = confirmationOf(authIdentityId, until, environment.COOKIE_SECRET)
  for (const path of COOKIE_PATHS) response.cookie(COOKIE, value, staffCookie(path, CONFIRMATION_MS))
}

function hasConfirmed(request: MedusaRequest): boolean {
  const identity = authIdentityOf(request)
  const confirmation = cookieOf(request, COOKIE)
  if (!identity || confirmation === undefined) return false
  return isConfirmed(confirmation, identity, Date.now(), environment.COOKIE_SECRET)
}

/** Lets a call through if its member of staff has just given their password. The admin asks for it at this code. */
export const requireConfirmation: MedusaRequestHandler = (request, _response, next) => {
  if (hasConfirmed(request)) next()
  else
    next(
      new MedusaError(
        MedusaError.Types.FORBIDDEN,
        "Please confirm your password first.",
        "password_confirmation_required",
      ),
    )
}

/** Medusa shows the token of every open invitation, with which anyone can accept it. */
export const hideInvitations: MedusaRequestHandler = (request, response, next) => {
  if (!hasConfirmed(request))
    beforeSuccess(response, next, (body) => {
      const invitations = isRecord(body) ? [body["invite"], body["invites"]].flat() : []
      // A copied link says what to do.
      for (const one of invitations.filter(isRecord))
        if ("token" in one) one["token"] = "resend-the-invitation-first"
      return Promise.resolve()
    })
  next()
}
