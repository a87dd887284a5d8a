import type { AuthIdentityDTO, MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { createCustomerAccountWorkflow } from "@medusajs/medusa/core-flows"
import { ACCESS } from "../modules/access"
import { FIREBASE_AUTH, REASONS, type Reason } from "../modules/firebase-auth"
import { splitName } from "./profile"

export type SignedIn =
  { ok: true; secret: string; customerId: string } | { ok: false; reason: Reason | "account_exists" }

const googleUser = z.object({
  email: z.string(),
  name: z.string().nullable(),
  photo: z.string().nullable(),
  /** Seconds since 1970. */
  authenticatedAt: z.number(),
})
type GoogleUser = z.infer<typeof googleUser>

/** The first sign-in creates the customer. Guest orders of the address are claimed separately (claim-orders.ts). */
export async function signIn(container: MedusaContainer, idToken: string): Promise<SignedIn> {
  const { success, error, authIdentity } = await container
    .resolve(Modules.AUTH)
    .authenticate(FIREBASE_AUTH, { body: { idToken } })
  if (!success || !authIdentity) return { ok: false, reason: reasonOf(error) }
  const user = googleUserOf(authIdentity)
  const customerId = await container
    .resolve(Modules.LOCKING)
    .execute([`sign-in:${authIdentity.id}`], () => ensureCustomer(container, authIdentity.id, user), {
      timeout: 30,
    })
  if (customerId === null) return { ok: false, reason: "account_exists" }
  const secret = await container.resolve(ACCESS).openSession({
    customerId,
    photo: user.photo,
    authenticatedAt: new Date(user.authenticatedAt * 1000),
  })
  return { ok: true, secret, customerId }
}

/** The provider's reason. Any other text is an error that Medusa's module caught. */
function reasonOf(error: string | undefined): Reason {
  const reason = REASONS.find((known) => known === error)
  if (reason !== undefined) return reason
  throw new MedusaError(
    MedusaError.Types.UNEXPECTED_STATE,
    `The sign-in failed: ${error ?? "no reason given"}`,
  )
}

function googleUserOf({ provider_identities: identities }: AuthIdentityDTO): GoogleUser {
  const identity = identities?.find(({ provider }) => provider === FIREBASE_AUTH)
  return googleUser.parse(identity?.user_metadata)
}

/** The identity's customer. Null: the address belongs to an account with another identity. */
async function ensureCustomer(
  container: MedusaContainer,
  authIdentityId: string,
  { email, name }: GoogleUser,
): Promise<string | null> {
  const auth = container.resolve(Modules.AUTH)
  const customers = container.resolve(Modules.CUSTOMER)
  const { app_metadata: links } = await auth.retrieveAuthIdentity(authIdentityId)
  const [own, namesake] = await Promise.all([
    findAccount(container, { id: linkedCustomer(links) }),
    findAccount(container, { email }),
  ])
  if (own) {
    // The address changed at Google: ours follows, unless another account has it.
    if (own.email !== email && !namesake) await customers.updateCustomers(own.id, { email })
    return own.id
  }
  if (namesake) {
    await auth.deleteAuthIdentities([authIdentityId])
    return null
  }
  const { result } = await createCustomerAccountWorkflow(container).run({
    input: { authIdentityId, customerData: { email, ...(name === null ? {} : splitName(name)) } },
  })
  return result.id
}

function linkedCustomer(links: unknown): string {
  const parsed = z.object({ customer_id: z.string() }).safeParse(links)
  return parsed.success ? parsed.data.customer_id : ""
}

async function findAccount(container: MedusaContainer, filter: { id: string } | { email: string }) {
  const [customer] = await container
    .resolve(Modules.CUSTOMER)
    .listCustomers({ ...filter, has_account: true }, { take: 1, select: ["id", "email"] })
  return customer
}
