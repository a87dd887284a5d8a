import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { environment } from "../config"
import { CONFIRMATION_MS, confirmationOf, isConfirmed } from "../staff/confirmation"
import { callerOf, StaffRejection } from "./staff-access"
import { staffCookie } from "./staff-devices"

const COOKIE = "staff_confirmation"
const cookiesSchema = z.object({ [COOKIE]: z.string() })
const identitySchema = z.object({ auth_identity_id: z.string().min(1) })

/** Remembers in this browser that the member of staff has just given their password. */
export function rememberConfirmation(response: MedusaResponse, authIdentityId: string): void {
  const until = Date.now() + CONFIRMATION_MS
  const value = confirmationOf(authIdentityId, until, environment.COOKIE_SECRET)
  response.cookie(COOKIE, value, staffCookie("/auth/mfa", CONFIRMATION_MS))
}

/** New recovery codes and a new authenticator app need the password: a stolen session would keep itself in with them. */
export function requireConfirmation(
  request: MedusaRequest,
  _response: MedusaResponse,
  next: MedusaNextFunction,
): void {
  const caller = identitySchema.safeParse(callerOf(request))
  const cookies = cookiesSchema.safeParse(request.cookies)
  const isGiven =
    caller.success &&
    cookies.success &&
    isConfirmed(cookies.data[COOKIE], caller.data.auth_identity_id, Date.now(), environment.COOKIE_SECRET)
  next(
    isGiven
      ? undefined
      : new StaffRejection(403, "Please confirm your password first, in your profile: Settings, Profile."),
  )
}
