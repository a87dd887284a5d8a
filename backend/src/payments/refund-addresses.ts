import type { MedusaContainer } from "@medusajs/framework/types"
import {
  BITCOIN_PAYMENT,
  type AddressRejection,
  type RefundAddress,
} from "medusa-payment-bitcoin/modules/bitcoin-payment"
import { OUTBOX } from "medusa-payments/modules/outbox"

/**
 * Stores where an order's buyer wants the refund. The outbox notifies buyer and staff. Sending the same address twice stores it
 * once. The caller has identified the buyer.
 * @returns why it was rejected, or null
 */
export async function submitRefundAddress(
  container: MedusaContainer,
  orderId: string,
  address: { text: string; cameBy: RefundAddress["cameBy"] },
): Promise<AddressRejection | null> {
  const result = await container.resolve(BITCOIN_PAYMENT).reviewService.submitRefundAddress(orderId, address)
  await container.resolve(OUTBOX).wakeWorker()
  return result.ok ? null : result.reason
}
