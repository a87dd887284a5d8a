import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"
import { hashOf } from "../../modules/access"
import { beforeFailure } from "../../platform/http/before-answer"
import { idRow, querySql } from "../../platform/sql/query"
import { authIdentityOf, bearerOf, StaffRejection } from "./access"

/**
 * As long as any of them could be used: a link to a new password. Medusa deletes links and recovery codes at their use; a code
 * of an authenticator app is valid for 90 seconds, whatever was done with it.
 */
const CLAIM = `
  insert into used_secret (id, secret_hash, expires_at)
  values ('usedsec_' || gen_random_uuid(), :hash, now() + interval '15 minutes')
      on conflict (secret_hash) where deleted_at is null
      do update set expires_at = excluded.expires_at where used_secret.expires_at <= now()
  returning id`

/** False: it is taken. Of several calls at once, in any process, one gets it. */
async function claimSecret(container: MedusaContainer, secret: string): Promise<boolean> {
  return (await querySql(container, idRow, CLAIM, { hash: hashOf(secret) })).length > 0
}

const RELEASE = `delete from used_secret where secret_hash = :hash returning id`

/** Gives it back when the use has failed. If the process dies before, it is free again when the claim expires. */
async function releaseSecret(container: MedusaContainer, secret: string): Promise<void> {
  await querySql(container, idRow, RELEASE, { hash: hashOf(secret) })
}

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

const codeSchema = z.object({ code: z.string() })
const resetSchema = z.object({ jti: z.string() })

/** A recovery code, or a code of the authenticator app (RFC 6238, section 5.2). Medusa reads them in this form. */
export const codeOnce = once(
  (request) => {
    const identity = authIdentityOf(request)
    const sent = codeSchema.safeParse(request.body)
    if (identity === undefined || !sent.success) return null
    return `code ${identity} ${sent.data.code.trim().toLowerCase()}`
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
