import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { BITCOIN_PAYMENT } from "../../modules/bitcoin-payment"
import { enqueueRefundAddressMails } from "../../mail/enqueue-mail"

/**
 * Tells buyer and staff of each refund address that was given, once for each: whoever swaps one for their own is found
 * out by the buyer's mailbox. What a crash left unnotified the next round tells.
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
        .warn(`Bitcoin: refund address ${given.id} was not told of: ${String(error)}`)
    }
  }
}
