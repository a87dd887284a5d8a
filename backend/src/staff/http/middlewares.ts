import type { MiddlewareRoute } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { limitFailures, routeLimits } from "../../platform/http/limits"
import {
  authIdentityOf,
  closeCloud,
  dropEndedSignIns,
  endsSignIns,
  hideFeatureFlags,
  provesSecondFactor,
  requireActiveStaff,
} from "./access"
import { hideInvitations, LASTING_ACCESS, requireConfirmation } from "./confirmation"
import { knownDeviceOf, noticeNewDevice, recogniseDevice } from "./devices"
import { mailInvitation, mailPasswordReset, mailSecondFactor } from "./mails"
import { codeOnce, resetOnce } from "./one-time"
import {
  hideUnknownAccounts,
  keepInvitedAddress,
  requireGoodPassword,
  requireInvitation,
  staffAuthPaths,
  staffWrites,
  storableText,
} from "./requests"

const byEmail = z.object({ email: z.string() })

/** By the account that gave its password or is named. Its known browsers count apart: others cannot lock them out. */
const limitAccount = limitFailures((request) => {
  const signedIn = authIdentityOf(request)
  if (signedIn !== undefined) return signedIn
  const sent = byEmail.safeParse(request.body)
  return sent.success ? [sent.data.email.toLowerCase(), knownDeviceOf(request)].join(" ") : null
})

export const staffMiddlewares: MiddlewareRoute[] = [
  {
    matcher: "/auth",
    middlewares: [staffAuthPaths, routeLimits["sign-in"], staffWrites, storableText, dropEndedSignIns],
  },
  { matcher: "/cloud", middlewares: [closeCloud] },
  { matcher: "/admin/feature-flags", methods: ["GET"], middlewares: [hideFeatureFlags] },
  { matcher: "/admin", middlewares: [staffWrites, requireActiveStaff, storableText] },
  {
    matcher: "/auth/user/emailpass",
    methods: ["POST"],
    middlewares: [recogniseDevice, limitAccount, hideUnknownAccounts, noticeNewDevice],
  },
  { matcher: "/auth/user/emailpass/register", methods: ["POST"], middlewares: [requireInvitation] },
  {
    matcher: "/auth/user/emailpass/update",
    methods: ["POST"],
    middlewares: [requireGoodPassword, resetOnce, endsSignIns],
  },
  { matcher: "/auth/user/emailpass/reset-password", methods: ["POST"], middlewares: [mailPasswordReset] },
  { matcher: "/admin/users/me/password", methods: ["POST"], middlewares: [limitAccount] },
  { matcher: "/admin/users/me/confirmation", methods: ["POST"], middlewares: [limitAccount] },
  ...LASTING_ACCESS.map((matcher): MiddlewareRoute => ({
    matcher,
    methods: ["POST"],
    middlewares: [requireConfirmation],
  })),
  { matcher: "/admin/invites", methods: ["GET"], middlewares: [hideInvitations] },
  { matcher: "/admin/invites/:id", methods: ["GET"], middlewares: [hideInvitations] },
  { matcher: "/admin/invites", methods: ["POST"], middlewares: [mailInvitation] },
  { matcher: "/admin/invites/:id/resend", methods: ["POST"], middlewares: [mailInvitation] },
  { matcher: "/auth/session", methods: ["DELETE"], middlewares: [endsSignIns] },
  {
    matcher: "/auth/mfa/factors/:id/verify",
    methods: ["POST"],
    middlewares: [limitAccount, codeOnce, provesSecondFactor, mailSecondFactor("added")],
  },
  {
    matcher: "/auth/mfa/factors/:id",
    methods: ["DELETE"],
    middlewares: [limitAccount, codeOnce, mailSecondFactor("removed")],
  },
  { matcher: "/auth/mfa/challenges/:id/verify", methods: ["POST"], middlewares: [limitAccount, codeOnce] },
  { matcher: "/auth/mfa/recovery-codes", methods: ["POST"], middlewares: [mailSecondFactor("new-codes")] },
  {
    matcher: "/admin/invites/accept",
    methods: ["POST"],
    middlewares: [routeLimits["sign-in"], keepInvitedAddress],
  },
]
