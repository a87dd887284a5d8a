import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT, type AddressRejection, type RefundAddress } from "../modules/bitcoin-payment"
import { enqueueRefundAddressMails } from "../mail/enqueue-mail"

/**
 * Stores where an order's buyer wants the refund, and notifies buyer and staff. Sending the same address twice stores it
 * once. The caller has identified the buyer.
 * @returns why it was rejected, or null
 */
export async function submitRefundAddress(
  container: MedusaContainer,
  orderId: string,
  address: { text: string; cameBy: RefundAddress["cameBy"] },
): Promise<AddressRejection | null> {
  const result = await container.resolve(BITCOIN_PAYMENT).reviewService.submitRefundAddress(orderId, address)
  await notifyRefundAddresses(container)
  return result.ok ? null : result.reason
}

/**
 * Notifies buyer and staff of each new refund address, once: a buyer whose address someone else replaced finds out by
 * mail. The worker repeats what a crash prevented.
 */
export async function notifyRefundAddresses(container: MedusaContainer): Promise<void> {
  const { reviewService } = container.resolve(BITCOIN_PAYMENT)
  for (const { given, orderId } of await reviewService.unnotifiedAddresses()) {
    try {
      await enqueueRefundAddressMails(container, { orderId, addressId: given.id })
      await reviewService.markAddressNotified(given.id)
    } catch (error) {
      container
        .resolve(ContainerRegistrationKeys.LOGGER)
        .warn(`Bitcoin: no notification of refund address ${given.id}: ${String(error)}`)
    }
  }
}
