import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { MedusaError, Modules } from "@medusajs/framework/utils"

/** Who makes this call. @throws MedusaError for whoever is not a member of staff with a name (a secret API key) */
export async function staffMember(
  request: AuthenticatedMedusaRequest,
): Promise<{ id: string; email: string }> {
  const { actor_id: id, actor_type: type } = request.auth_context
  if (type !== "user")
    throw new MedusaError(
      MedusaError.Types.FORBIDDEN,
      "This is decided by a member of staff, under their name.",
    )
  const { email } = await request.scope.resolve(Modules.USER).retrieveUser(id, { select: ["id", "email"] })
  return { id, email }
}
