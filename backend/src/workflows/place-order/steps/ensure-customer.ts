import { Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { ensureGuest } from "../guest-customer"

/** Who an order is for: the signed-in customer, or the guest of the e-mail address that was typed. */
interface Buyer {
  email: string
  signedIn: string | null
}

/** The customer of an order. */
export const ensureCustomerStep = createStep(
  "ensure-customer",
  async ({ email, signedIn }: Buyer, { container }) => {
    if (signedIn !== null) return new StepResponse({ customerId: signedIn }, null)
    const guest = await ensureGuest(container, email)
    return new StepResponse({ customerId: guest.id }, guest.isNew ? guest.id : null)
  },
  async (createdId, { container }) => {
    if (!createdId) return
    const [order] = await container
      .resolve(Modules.ORDER)
      .listOrders({ customer_id: createdId }, { take: 1, select: ["id"] })
    if (!order) await container.resolve(Modules.CUSTOMER).deleteCustomers([createdId])
  },
)
