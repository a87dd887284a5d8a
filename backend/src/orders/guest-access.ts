import type { MedusaContainer } from "@medusajs/framework/types"
import { ACCESS } from "../modules/access"
import { orderOfGuest } from "../platform/medusa-tables/order-facts"

/** A repeated request must name the order's email address. Null for another address, and for an order of an account. */
export async function issueKeyToGuest(
  container: MedusaContainer,
  orderId: string,
  email: string,
): Promise<string | null> {
  const [order] = await orderOfGuest(container, { orderId, email })
  return order === undefined ? null : container.resolve(ACCESS).issueOrderKey(orderId, { isMailed: false })
}
