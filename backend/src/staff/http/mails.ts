import { createHash, randomUUID } from "node:crypto"
import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MedusaRequestHandler,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { OUTBOX } from "medusa-payments/modules/outbox"
import { enqueueMail, type DataOf } from "../../mail/enqueue-mail"
import { readSecondFactorState } from "../../platform/medusa-tables/staff-accounts"
import { signInState, staffToken } from "../sign-ins"
import { beforeFailure, beforeSuccess } from "../../platform/http/before-answer"
import { callerOf } from "./access"
import { originOf } from "./devices"

const inviteSchema = z.object({ invite: z.object({ id: z.string(), token: z.string(), email: z.string() }) })

/** Mails an invitation when it is made, and again when staff resend it: it has another token then. */
export const mailInvitation: MedusaRequestHandler = (request, response, next) => {
  beforeSuccess(response, next, async (body) => {
    const { invite } = inviteSchema.parse(body)
    await enqueueMail(request.scope, {
      key: `staff-invitation:${invite.id}:${digest(invite.token)}`,
      template: "staff-invitation",
      to: invite.email,
      data: { inviteId: invite.id },
    })
  })
  next()
}

const withCode = z.object({ code: z.string() })

/** A change takes a second or two. Only a mail that a crash left behind waits so long. */
const INTERRUPTED_MS = 60_000

/**
 * Mails a member of staff that their second factor has been changed. Ending a set-up that is not finished needs no code. Medusa
 * stores the change, so its mail is stored before: after a crash, composing it tells whether there was a change.
 */
export const mailSecondFactor =
  (change: DataOf<"staff-second-factor">["change"]) =>
  async (request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): Promise<void> => {
    const { scope, body } = request
    const token = staffToken.safeParse(callerOf(request))
    const isChange = change !== "removed" || withCode.safeParse(body).success
    const { email } = token.success && isChange ? await signInState(scope, token.data) : { email: null }
    if (!token.success || email === null) {
      next()
      return
    }
    const template = "staff-second-factor" as const
    const key = `${template}:${randomUUID()}`
    const identity = token.data.auth_identity_id
    const [now] = await readSecondFactorState(scope, { identity })
    const about = { account: email, identity, before: now?.state ?? "", change }
    await enqueueMail(
      scope,
      { key, template, to: email, data: { ...about, at: new Date().toISOString(), ...originOf(request) } },
      { notBefore: new Date(Date.now() + INTERRUPTED_MS) },
    )
    const outbox = scope.resolve(OUTBOX)
    beforeSuccess(response, next, () => outbox.expedite("mail", { template, to: email }))
    beforeFailure(response, next, () => outbox.withdraw(key))
    next()
  }

const resetSchema = z.object({ identifier: z.email().max(254) })
/** One mail to an address in so many milliseconds; the link in it is valid for 15 minutes. */
const RESET_EVERY_MS = 5 * 60_000

/** Medusa's own call takes longer for an address with an account. The link is made when the mail is composed. */
export async function mailPasswordReset(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const sent = resetSchema.safeParse(request.body)
  if (sent.success) {
    const { identifier: email } = sent.data
    await enqueueMail(request.scope, {
      key: `staff-password-reset:${digest(email)}:${String(Math.floor(Date.now() / RESET_EVERY_MS))}`,
      template: "staff-password-reset",
      to: email,
      data: { email },
    })
  }
  response.sendStatus(201)
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32)
}
