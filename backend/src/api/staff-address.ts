import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { Modules } from "@medusajs/framework/utils"

/** The e-mail address of the member of staff who asks, to be written down with what they do. */
export async function staffAddress(request: AuthenticatedMedusaRequest): Promise<string> {
  const { actor_id: id, actor_type: type } = request.auth_context
  if (type !== "user") return id
  return (await request.scope.resolve(Modules.USER).retrieveUser(id, { select: ["email"] })).email
}
