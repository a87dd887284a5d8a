import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"
import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows"
import { environment } from "../../platform/config"

/** Only the first account. An interrupted run may have left an auth identity without a user. */
export async function ensureAdminUser(container: MedusaContainer): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = environment
  if (!email || !password) return
  const [anyone] = await container.resolve(Modules.USER).listUsers({}, { select: ["id"], take: 1 })
  if (anyone) return

  const authIdentityId = await ensureSignIn(container, email, password)
  await createUserAccountWorkflow(container).run({ input: { authIdentityId, userData: { email } } })
  container.resolve(ContainerRegistrationKeys.LOGGER).info(`${email} can sign in to the admin.`)
}

async function ensureSignIn(container: MedusaContainer, email: string, password: string): Promise<string> {
  const auth = container.resolve(Modules.AUTH)
  const [left] = await auth.listProviderIdentities({ entity_id: email, provider: "emailpass" })
  if (left?.auth_identity_id) {
    await auth.updateProvider("emailpass", { entity_id: email, password })
    return left.auth_identity_id
  }
  const { authIdentity, error } = await auth.register("emailpass", { body: { email, password } })
  if (!authIdentity)
    throw new Error(`The first member of staff could not be signed up: ${error ?? "no reason given"}`)
  return authIdentity.id
}
