import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { User, EditProfile } from "@shop/contracts"
import type { LiveSession } from "../modules/access"

/** Splits a name at its last space, as Medusa stores it. Joined again it reads as typed. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const words = name.trim().split(/\s+/)
  if (words.length < 2) return { first_name: name.trim(), last_name: "" }
  return { first_name: words.slice(0, -1).join(" "), last_name: words.at(-1) ?? "" }
}

const customerRow = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  phone: z.string().nullish(),
  created_at: z.coerce.date(),
})

/** The customer of a session. Null: the account was deleted. */
export async function readUser(container: MedusaContainer, session: LiveSession): Promise<User | null> {
  const found = await container
    .resolve(Modules.CUSTOMER)
    .listCustomers({ id: session.customerId, has_account: true }, { take: 1 })
  const [customer] = z.array(customerRow).parse(found)
  if (!customer) return null
  return {
    id: customer.id,
    name: [customer.first_name, customer.last_name].filter(Boolean).join(" ") || null,
    email: customer.email,
    phone: customer.phone || null,
    photo: session.photo,
    createdAt: customer.created_at.toISOString(),
    lastSignInAt: session.authenticatedAt.toISOString(),
  }
}

export async function editProfile(
  container: MedusaContainer,
  customerId: string,
  { name, phone }: EditProfile,
): Promise<void> {
  await container.resolve(Modules.CUSTOMER).updateCustomers(customerId, {
    ...(name === undefined ? {} : splitName(name)),
    ...(phone === undefined ? {} : { phone: phone === "" ? null : phone }),
  })
}
