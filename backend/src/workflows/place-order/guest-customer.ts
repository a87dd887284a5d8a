import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/**
 * The guest customer of an e-mail address, made on the first order. Never a registered one: typing an address proves
 * nothing.
 */
export async function ensureGuest(
  container: MedusaContainer,
  email: string,
): Promise<{ id: string; isNew: boolean }> {
  const known = await findGuest(container, email)
  if (known !== undefined) return { id: known, isNew: false }
  try {
    const { id } = await container.resolve(Modules.CUSTOMER).createCustomers({ email })
    return { id, isNew: true }
  } catch (error) {
    // Two first orders at once: the unique key lets one through, and the other finds it here.
    const winner = await findGuest(container, email)
    if (winner === undefined) throw error
    return { id: winner, isNew: false }
  }
}

async function findGuest(container: MedusaContainer, email: string): Promise<string | undefined> {
  const [customer] = await container
    .resolve(Modules.CUSTOMER)
    .listCustomers({ email, has_account: false }, { take: 1, select: ["id"] })
  return customer?.id
}
