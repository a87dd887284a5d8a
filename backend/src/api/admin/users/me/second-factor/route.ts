import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { environment } from "../../../../../platform/config"
import { isSecondFactorRequired } from "../../../../../platform/config/module-options"
import { signInState, staffToken } from "../../../../../staff/sign-ins"

/** Whether the caller must set up the second factor before the other pages open. */
export async function GET(request: AuthenticatedMedusaRequest, response: MedusaResponse): Promise<void> {
  const token = staffToken.safeParse(request.auth_context)
  const isMissing = token.success && !(await signInState(request.scope, token.data)).hasSecondFactor
  response.json({ second_factor: { must_be_set_up: isMissing && isSecondFactorRequired(environment) } })
}
