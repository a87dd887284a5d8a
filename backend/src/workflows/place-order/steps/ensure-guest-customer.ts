import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"

/** The guest customer of an e-mail address, made on the first order. Never a registered one: typing an address proves nothing. */
export const ensureGuestCustomerStep = createStep(
  "ensure-guest-customer",
  async ({ email }: { email: string }, { container }) => {
    const known = await findGuest(container, email)
    if (known) return new StepResponse({ customerId: known }, null)
    const customers = container.resolve(Modules.CUSTOMER)
    try {
      const { id } = await customers.createCustomers({ email })
      return new StepResponse({ customerId: id }, id)
    } catch (error) {
      // Two first orders at once: the unique key lets one through, and the other finds it here.
      const winner = await findGuest(container, email)
      if (winner === undefined) throw error
      return new StepResponse({ customerId: winner }, null)
    }
  },
  async (createdId, { container }) => {
    if (!createdId) return
    const [order] = await container
      .resolve(Modules.ORDER)
      .listOrders({ customer_id: createdId }, { take: 1, select: ["id"] })
    if (!order) await container.resolve(Modules.CUSTOMER).deleteCustomers([createdId])
  },
)

async function findGuest(container: MedusaContainer, email: string): Promise<string | undefined> {
  const [customer] = await container
    .resolve(Modules.CUSTOMER)
    .listCustomers({ email, has_account: false }, { take: 1, select: ["id"] })
  return customer?.id
}
