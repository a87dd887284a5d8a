import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT, type AddressRejection, type RefundAddress } from "../../modules/bitcoin-payment"
import { notifyRefundAddresses } from "./notify-refund-addresses"

/**
 * Keeps where an order's buyer wants their refund, and tells both sides. Sent twice it is kept and told once.
 * @param word what was typed, and how whoever typed it got in; the caller has made sure that it is the buyer
 * @returns why not, or null when it is kept
 */
export async function submitRefundAddress(
  container: MedusaContainer,
  orderId: string,
  word: { text: string; cameBy: RefundAddress["cameBy"] },
): Promise<AddressRejection | null> {
  const outcome = await container.resolve(BITCOIN_PAYMENT).reviewService.submitRefundAddress(orderId, word)
  await notifyRefundAddresses(container)
  return outcome.ok ? null : outcome.reason
}
