import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Longer than a capture or a refund takes, even on a slow day. */
const TIMEOUT_SECONDS = 20

/**
 * Runs what settles an order's payment while nobody else does: not another member of staff, nor the watcher's capture
 * or cancelling. Never one inside another: it would wait for itself.
 */
export function underOrderLock<Result>(
  container: MedusaContainer,
  orderId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return container
    .resolve(Modules.LOCKING)
    .execute([`payment-of:${orderId}`], work, { timeout: TIMEOUT_SECONDS })
}
