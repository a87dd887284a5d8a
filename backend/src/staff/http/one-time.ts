import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { claimSecret, releaseSecret } from "../used-secrets"
import { beforeFailure } from "../../platform/http/before-answer"
import { bearerOf, callerOf, StaffRejection } from "./access"

/**
 * Lets a secret succeed once. Medusa reads a code or link, checks it and deletes it in separate statements, so calls at once
 * would all succeed, and it accepts the code of an authenticator app for as long as it is shown and a minute longer.
 */
const once =
  (secretOf: (request: MedusaRequest) => string | null, rejection: () => StaffRejection) =>
  async (request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    const secret = secretOf(request)
    if (secret !== null) {
      if (!(await claimSecret(request.scope, secret))) {
        next(rejection())
        return
      }
      beforeFailure(response, next, () => releaseSecret(request.scope, secret))
    }
    next()
  }

const identity = z.object({ auth_identity_id: z.string() })
const codeSchema = z.object({ code: z.string() })
const resetSchema = z.object({ jti: z.string() })

/** A recovery code, or a code of the authenticator app (RFC 6238, section 5.2). Medusa reads them in this form. */
export const codeOnce = once(
  (request) => {
    const caller = identity.safeParse(callerOf(request))
    const sent = codeSchema.safeParse(request.body)
    if (!caller.success || !sent.success) return null
    return `code ${caller.data.auth_identity_id} ${sent.data.code.trim().toLowerCase()}`
  },
  () => new StaffRejection(400, "This code has been used already. Please use another one."),
)

export const resetOnce = once(
  (request) => {
    const token = resetSchema.safeParse(bearerOf(request))
    return token.success ? `reset ${token.data.jti}` : null
  },
  () => new StaffRejection(401, "This link has been used already. Please ask for a new one."),
)
