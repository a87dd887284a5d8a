import { z } from "@medusajs/framework/zod"
import { changePassword } from "../../../../../staff/change-password"
import { StaffRejection } from "../../../../../staff/http/access"
import { staffRoute } from "../../../staff-route"

const changeSchema = z.object({ password: z.string().min(1), new_password: z.unknown() })

/** Changes the caller's own password. All their sign-ins end, this one too. */
export const POST = staffRoute(async ({ scope, request, member }) => {
  const { email } = await member()
  const change = changeSchema.safeParse(request.body)
  if (!change.success) throw new StaffRejection(422, "Please give your current password and a new one.")
  const problem = await changePassword(scope, {
    authIdentityId: request.auth_context.auth_identity_id,
    email,
    present: change.data.password,
    next: change.data.new_password,
  })
  // Not 401: the admin would take that as signed out.
  if (problem !== null) throw new StaffRejection(422, problem)
  return { success: true }
})
