import { createHash, randomUUID } from "node:crypto"
import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
  MedusaRequestHandler,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { enqueueMail, type DataOf } from "../../mail/enqueue-mail"
import { signInState, staffToken } from "../sign-ins"
import { beforeSuccess } from "../../platform/http/before-answer"
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

/** Mails a member of staff that their second factor has been changed. Ending a set-up that is not finished needs no code. */
export const mailSecondFactor =
  (change: DataOf<"staff-second-factor">["change"]) =>
  (request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction): void => {
    beforeSuccess(response, next, async () => {
      if (change === "removed" && !withCode.safeParse(request.body).success) return
      const { email } = await signInState(request.scope, staffToken.parse(callerOf(request)))
      if (email === null) return
      await enqueueMail(request.scope, {
        key: `staff-second-factor:${randomUUID()}`,
        template: "staff-second-factor",
        to: email,
        data: { account: email, at: new Date().toISOString(), ...originOf(request), change },
      })
    })
    next()
  }

const resetSchema = z.object({ identifier: z.email().max(254) })
/** One mail to an address in so many milliseconds; the link in it is valid for 15 minutes. */
const RESET_EVERY_MS = 5 * 60_000

/**
 * Takes the place of Medusa's call, which does more for an address with an account than for others and takes longer. The link is
 * made when the mail is composed.
 */
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
