import { environment } from "../../../../../platform/config"
import { isSecondFactorRequired } from "../../../../../platform/config/rules"
import { signInState, staffToken } from "../../../../../staff/sign-ins"
import { staffRoute } from "../../../staff-route"

/** Whether the caller must set up the second factor before the other pages open. */
export const GET = staffRoute(async ({ scope, request }) => {
  const token = staffToken.safeParse(request.auth_context)
  const isMissing = token.success && !(await signInState(scope, token.data)).hasSecondFactor
  return { second_factor: { must_be_set_up: isMissing && isSecondFactorRequired(environment) } }
})
