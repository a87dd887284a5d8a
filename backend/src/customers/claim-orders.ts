import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { guestOrdersOf } from "../platform/medusa-tables/customers"

/** `email` must be verified: its owner has received the mails of these guest orders anyway. */
export async function countClaimableOrders(container: MedusaContainer, email: string): Promise<number> {
  return (await guestOrdersOf(container, { email: email.toLowerCase() })).length
}

export async function claimGuestOrders(
  container: MedusaContainer,
  { id, email }: { id: string; email: string },
): Promise<number> {
  const orders = await guestOrdersOf(container, { email: email.toLowerCase() })
  if (orders.length > 0) {
    await container
      .resolve(Modules.ORDER)
      .updateOrders(orders.map((order) => ({ id: order, customer_id: id })))
  }
  return orders.length
}
