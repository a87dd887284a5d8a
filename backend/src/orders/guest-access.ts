import type { MedusaContainer } from "@medusajs/framework/types"
import { ACCESS } from "../modules/access"
import { orderOfGuest } from "../platform/medusa-tables/order-facts"

/**
 * A key for the browser that has placed a guest's order, like the one in the mail. A repeated request for an order must name its
 * email address too. Null for another address, and for an order of an account, which signing in opens.
 */
export async function issueKeyToGuest(
  container: MedusaContainer,
  orderId: string,
  email: string,
): Promise<string | null> {
  const [order] = await orderOfGuest(container, { orderId, email })
  return order === undefined ? null : container.resolve(ACCESS).issueOrderKey(orderId, { isMailed: false })
}
