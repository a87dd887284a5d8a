import type { MedusaContainer } from "@medusajs/framework/types"
import { BITCOIN_PAYMENT, type AddressRefusal, type GivenAddress } from "../../modules/bitcoin-payment"
import { notifyRefundAddresses } from "./notify-refund-addresses"

/**
 * Keeps where an order's buyer wants their refund, and tells both sides. Sent twice it is kept and told once.
 * @param word what was typed, and how whoever typed it got in; the caller has made sure that it is the buyer
 * @returns why not, or null when it is kept
 */
export async function giveRefundAddress(
  container: MedusaContainer,
  orderId: string,
  word: { text: string; cameBy: GivenAddress["cameBy"] },
): Promise<AddressRefusal | null> {
  const outcome = await container.resolve(BITCOIN_PAYMENT).office.giveRefundAddress(orderId, word)
  await notifyRefundAddresses(container)
  return outcome.ok ? null : outcome.because
}
