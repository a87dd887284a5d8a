import type { AuthenticatedMedusaRequest } from "@medusajs/framework/http"
import { MedusaError, Modules } from "@medusajs/framework/utils"

interface Member {
  id: string
  email: string
}

/** The member of staff of a request. @throws MedusaError for other callers, such as a secret API key */
export async function staffMember(request: AuthenticatedMedusaRequest): Promise<Member> {
  const member = await findMember(request)
  if (member) return member
  throw new MedusaError(
    MedusaError.Types.FORBIDDEN,
    "This is decided by a member of staff, under their name.",
  )
}

/** The caller's e-mail address, or the id of a secret API key, for the audit log. */
export async function staffAddress(request: AuthenticatedMedusaRequest): Promise<string> {
  return (await findMember(request))?.email ?? request.auth_context.actor_id
}

async function findMember({ auth_context, scope }: AuthenticatedMedusaRequest): Promise<Member | null> {
  const { actor_id: id, actor_type: type } = auth_context
  if (type !== "user") return null
  const { email } = await scope.resolve(Modules.USER).retrieveUser(id, { select: ["id", "email"] })
  return { id, email }
}
