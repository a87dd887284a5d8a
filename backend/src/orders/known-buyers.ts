import type { MedusaContainer } from "@medusajs/framework/types"
import type { Buyer } from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { isBuyerKnown, isGuestKnown } from "../platform/medusa-tables/order-facts"

/**
 * A buyer whose address has proved true: they are signed in, have opened the link in one of our emails, or have paid an
 * order. Typing such an address is no proof, but an address takes a small share of what others need.
 */
export function buyerOf(
  container: MedusaContainer,
  { email, customerId }: { email: string; customerId: string | null },
): Buyer {
  return { isKnown: async () => customerId !== null || isGuestKnown(container, email) }
}

export function buyerOfOrder(container: MedusaContainer, orderId: string): Buyer {
  return { isKnown: () => isBuyerKnown(container, orderId) }
}
