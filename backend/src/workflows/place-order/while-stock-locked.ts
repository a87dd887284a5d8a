import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/** Longer than any change of a reservation takes. */
const LOCK_SECONDS = 30

/**
 * Runs something while nobody else changes reservations of these items: Medusa reads an item's level, adds and writes,
 * and of two at once one would be lost. One key at a time, always in the same order: two baskets with the same goods
 * cannot wait for each other for ever.
 */
export async function whileStockLocked<Result>(
  container: MedusaContainer,
  inventoryItemIds: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const locking = container.resolve(Modules.LOCKING)
  const keys = [...new Set(inventoryItemIds)].sort()
  const nested = keys.reduceRight<() => Promise<Result>>(
    (inner, key) => () => locking.execute([key], inner, { timeout: LOCK_SECONDS }),
    work,
  )
  return nested()
}
