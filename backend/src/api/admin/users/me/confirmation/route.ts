import { z } from "@medusajs/framework/zod"
import { isPassword, WRONG_PASSWORD } from "../../../../../staff/change-password"
import { StaffRejection } from "../../../../../staff/http/access"
import { rememberConfirmation } from "../../../../../staff/http/confirmation"
import { staffRoute } from "../../../staff-route"

const confirmationSchema = z.object({ password: z.string().min(1) })

/** Takes the caller's password: for ten minutes this browser may then give lasting access. */
export const POST = staffRoute(async ({ scope, request, response, member }) => {
  const { email } = await member()
  const sent = confirmationSchema.safeParse(request.body)
  // Not 401: the admin would take that as signed out.
  if (!sent.success || !(await isPassword(scope, email, sent.data.password)))
    throw new StaffRejection(422, WRONG_PASSWORD)
  rememberConfirmation(response, request.auth_context.auth_identity_id)
  return { success: true }
})
