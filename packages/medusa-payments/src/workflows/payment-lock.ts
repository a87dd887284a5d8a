import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { finishCaptures } from "./capture-session"
import { repairSums } from "./repair-sums"

/** Longer than the slowest capture or refund takes. */
const TIMEOUT_SECONDS = 20

/** How long Medusa's execution log keeps the workflows that settle a payment, and those of the shop that erase: 90 days. */
export const EXECUTION_RETENTION_SECONDS = 90 * 24 * 60 * 60

/**
 * Excludes every other process that settles this order's payment: staff, a capture, a cancellation. A capture that a crash interrupted
 * is finished first, and the order's sums are what was captured and refunded. Not reentrant.
 */
export function withPaymentLocked<Result>(
  container: MedusaContainer,
  orderId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const finishAndWork = async () => {
    await finishCaptures(container, orderId)
    await repairSums(container, orderId)
    return work()
  }
  return container
    .resolve(Modules.LOCKING)
    .execute([`payment-of:${orderId}`], finishAndWork, { timeout: TIMEOUT_SECONDS })
}
