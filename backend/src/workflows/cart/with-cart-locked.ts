import { Modules } from "@medusajs/framework/utils"
import type { MedusaContainer } from "@medusajs/framework/types"

/** Longer than any queue of one visitor's clicks, shorter than their patience. */
const TIMEOUT_SECONDS = 10

/**
 * Runs a change of a cart while nobody else changes it: the key is the one Medusa's own cart workflows lock.
 * So never run one of those in here; it would wait for us.
 */
export function withCartLocked<Result>(
  container: MedusaContainer,
  cartId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  return container.resolve(Modules.LOCKING).execute([cartId], change, { timeout: TIMEOUT_SECONDS })
}
