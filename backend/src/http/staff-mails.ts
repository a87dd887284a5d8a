import { createHash } from "node:crypto"
import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { enqueueMail } from "../mail/enqueue-mail"
import { beforeSuccess } from "./staff-access"

const inviteSchema = z.object({ invite: z.object({ id: z.string(), token: z.string(), email: z.string() }) })

/** Mails an invitation when it is made, and again when staff resend it: it has another token then. */
export function mailInvitation(request: MedusaRequest, response: MedusaResponse, next: MedusaNextFunction) {
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
