import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import type { User } from "@shop/contracts"
import type { LiveSession } from "../../modules/access"

const customerRow = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  phone: z.string().nullish(),
  created_at: z.coerce.date(),
})

/** The customer behind a session; null when the account is gone. */
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
