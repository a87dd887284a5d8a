import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { readShop } from "../mail/shop"
import { passwordProblem } from "./passwords"
import { endSignIns } from "./sign-ins"

export async function newPasswordProblem(container: MedusaContainer, password: unknown, account: string) {
  const { name } = await readShop(container)
  return passwordProblem(password, [account, name])
}

export const WRONG_PASSWORD = "The current password is not right."

export async function isPassword(
  container: MedusaContainer,
  email: string,
  password: string,
): Promise<boolean> {
  return (await container.resolve(Modules.AUTH).authenticate("emailpass", { body: { email, password } }))
    .success
}

interface PasswordChange {
  authIdentityId: string
  email: string
  present: string
  next: unknown
}

/** Also ends all sign-ins. Returns what is wrong with the passwords, or null. */
export async function changePassword(
  container: MedusaContainer,
  { authIdentityId, email, present, next }: PasswordChange,
): Promise<string | null> {
  const problem = await newPasswordProblem(container, next, email)
  if (problem !== null) return problem
  if (!(await isPassword(container, email, present))) return WRONG_PASSWORD
  const changed = await container
    .resolve(Modules.AUTH)
    .updateProvider("emailpass", { entity_id: email, password: next })
  if (!changed.success)
    throw new MedusaError(
      MedusaError.Types.UNEXPECTED_STATE,
      `The password could not be changed: ${changed.error ?? "no reason given"}`,
    )
  await endSignIns(container, authIdentityId)
  return null
}
