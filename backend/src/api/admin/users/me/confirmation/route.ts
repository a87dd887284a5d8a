import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import { StaffRejection } from "../../../../../staff/http/access"
import { rememberConfirmation } from "../../../../../staff/http/confirmation"
import { isPassword, WRONG_PASSWORD } from "../../../../../staff/change-password"
import { staffMember } from "../../../staff-member"

const confirmationSchema = z.object({ password: z.string().min(1) })

/** Takes the caller's password: for ten minutes this browser may then give lasting access. */
export async function POST(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const { email } = await staffMember(request)
  const sent = confirmationSchema.safeParse(request.body)
  // Not 401: the admin would take that as signed out.
  if (!sent.success || !(await isPassword(request.scope, email, sent.data.password)))
    throw new StaffRejection(422, WRONG_PASSWORD)
  rememberConfirmation(response, request.auth_context.auth_identity_id)
  response.json({ success: true })
}
